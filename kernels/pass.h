// SPDX-License-Identifier: BSD-2-Clause
//
// The interface between the plan and the executors: the plan, its passes and its frame steps. A
// plan is plain data and independent of any device.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "kernels/format.h"
#include "kernels/index16.h"

namespace tonelift {

// ---------------------------------------------------------------------------------------------------------------
// Point programs: operations on one pixel or, in a frame step, on the uniforms of one frame.

enum class Op : uint8_t {
#define TONELIFT_OPERATION(name, inputs, outputs, range, cost) name,
#include "kernels/operations.def"
    count_
};

// An operand of an instruction: a value, a constant or a uniform.
struct Operand {
    enum class Kind : uint8_t { none, value, constant, uniform };
    Kind kind = Kind::none;
    uint16_t index = 0;  // number of a value of this program, or of a uniform of this frame
    float constant = 0;

    static Operand value(int i) { return {Kind::value, index16(i), 0}; }
    static Operand uniform(int i) { return {Kind::uniform, index16(i), 0}; }
    static Operand number(float value) { return {Kind::constant, 0, value}; }
    bool operator==(const Operand&) const = default;
};

constexpr int max_inputs = 8;
constexpr int max_outputs = 3;

// One operation of a program. index: number of the buffer, component, core input, core output,
// table or reduction that a load, lookup or store accesses.
struct Instruction {
    Op op{};
    uint16_t index = 0;
    std::array<Operand, max_inputs> in{};
    std::array<uint16_t, max_outputs> out{};  // values that the instruction defines
    bool operator==(const Instruction&) const = default;
};

// Straight-line code in static single assignment form. An instruction defines values, numbered from
// 0 to `values` - 1, and reads values of earlier instructions; no value is defined twice. The
// executor decides which registers or rows hold the values.
struct PointProgram {
    std::vector<Instruction> code;
    int values = 0;
    bool empty() const { return code.empty(); }
    bool operator==(const PointProgram&) const = default;
};

// ---------------------------------------------------------------------------------------------------------------
// Buffers: the data between passes.

enum class Storage : uint8_t { unorm16, float32 };

inline int storage_bytes(Storage storage) { return storage == Storage::float32 ? 4 : 2; }

// A plane of the plan, with memory for each frame of a batch. unorm16 stores [0,1] as round(65535 *
// value), clamped.
struct Buffer {
    int width = 0;
    int height = 0;
    Storage storage = Storage::unorm16;
    bool operator==(const Buffer&) const = default;
};

// ---------------------------------------------------------------------------------------------------------------
// Cores: the parts of passes that read more than one pixel. Outside the picture the edge pixel
// repeats. The prologue of a pass stores the inputs of the core, and the epilogue loads its
// outputs. Prologue and epilogue run over the same grid, except in a resample.

enum class Axis : uint8_t { x, y };

constexpr int max_core_inputs = 8;
constexpr int max_core_outputs = 3;

// One recurrence along an axis, forward then backward.
//   edge    inputs: value v, guide g. w_i = exp2(-rate * (1 + edge * |g_i - g_(i-1)|));
//           forward v_i += w_i (v_(i-1) - v_i), then backward with w_(i+1) (Gastal and Oliveira
//           2011, recursive filter).
//   gauss   input: value. Recursive Gaussian of standard deviation sigma, order 3, with the
//           boundary conditions of Triggs and Sdika.
//   smooth  inputs: value, guide. One solution of the tridiagonal system of the fast global
//           smoother (Min et al. 2014): (1 + a_i + c_i) u_i - a_i u_(i-1) - c_i u_(i+1) = v_i,
//           a_i = lambda exp2(-edge |g_i - g_(i-1)|).
//   sum     input: value. Cumulative sum from the first pixel on (forward only).
enum class ScanKind : uint8_t { edge, gauss, smooth, sum };
struct Scan {
    ScanKind kind{};
    Axis axis{};
    float rate = 0;    // for edge
    float edge = 0;    // for edge and smooth
    float lambda = 0;  // for smooth
    float sigma = 0;   // for gauss, in pixels
    bool operator==(const Scan&) const = default;
};

// A function of the neighborhood (2 radius_x + 1) x (2 radius_y + 1); stencils.def lists all kinds.
enum class StencilKind : uint8_t {
#define TONELIFT_STENCIL(name, title, inputs, range, work) name,
#include "kernels/stencils.def"
};
struct Stencil {
    StencilKind kind{};
    int radius_x = 0;
    int radius_y = 0;
    int iterations = 1;
    float threshold = 0;
    float sigma = 0;  // in pixels
    float sharpness = 0;
    std::vector<float> weights;
    std::vector<float> weights_x;
    std::vector<float> weights_y;

    auto fields() const {
        return std::tie(kind, radius_x, radius_y, iterations, threshold, sigma, sharpness, weights,
                        weights_x, weights_y);
    }
    bool operator==(const Stencil& other) const { return fields() == other.fields(); }
};

// The values of the column `range` of stencils.def.
enum class StencilRange : uint8_t { kept, weighted, any };
struct StencilInfo {
    const char* title;
    int inputs;
    StencilRange range;
};
inline constexpr StencilInfo stencil_infos[] = {
#define TONELIFT_STENCIL(name, title, inputs, range, work) {title, inputs, StencilRange::range},
#include "kernels/stencils.def"
};
constexpr const StencilInfo& stencil_info(StencilKind kind) {
    return stencil_infos[static_cast<size_t>(kind)];
}

// Sums over the neighborhood (2 radius + 1)^2 of the contributions that the program `term` computes
// for each neighbor.
//   inputs: `inputs`. All are read at the pixel itself (Op::load_here), the first `neighbors` of
//   them also at the neighbor (Op::load_neighbor). outputs: `sums`. The term loads the current
//   value of a sum (Op::load_core) and stores it with the neighbor's contribution added
//   (Op::store_core).
//   weights: numbers that depend only on the neighbor's position (Op::load_weight): lists of
//   (2 radius + 1)^2, rows of the neighborhood, top left first.
struct Gather {
    int radius = 0;
    int inputs = 0;
    int neighbors = 0;
    int sums = 0;
    PointProgram term;
    std::vector<std::vector<float>> weights;
    int side() const { return 2 * radius + 1; }
    size_t number_of(int dx, int dy) const {
        return static_cast<size_t>((dy + radius) * side() + dx + radius);
    }
    bool operator==(const Gather&) const = default;
};
constexpr int max_gather_neighbors = 3;  // largest value of Gather::neighbors

// Resampling to another grid, or mirroring: the prologue runs on the input grid, the epilogue on
// the output grid.
//   area      input: value. Mean of the covered source area, for any downscaling ratio.
//   bilinear  input: value. Centers aligned, as in every video scaler.
//   joint     inputs: value v, guide g (input grid), and fine guide g0, loaded on the epilogue's
//             grid. Result: mean v + slope (g0 - mean g), slope = cov(v, g) / (var g + epsilon),
//             limited to [-steepest, steepest]. mean, cov and var are over the four neighbors, with
//             bilinear weights.
//   flip_x, flip_y, transpose
//             input: value. Mirrored along the axis; transpose exchanges rows and columns.
enum class ResampleKind : uint8_t { area, bilinear, joint, flip_x, flip_y, transpose };
inline bool is_turn(ResampleKind kind) { return kind >= ResampleKind::flip_x; }
struct Resample {
    ResampleKind kind{};
    int in_width = 0;
    int in_height = 0;
    float epsilon = 0;
    float steepest = 1000;
    bool operator==(const Resample&) const = default;
};

// A plane at half or a quarter of the size, upsampled to the grid of a point pass while its program
// reads it (Op::load_upsampled), so that it is never stored at full size.
//   kind     bilinear or joint; joint is limited to [0,1] if the value is stored as unorm16
//   value, guide
//            buffers of the same size; guide: joint only
//   epsilon, steepest
//            joint only
struct Upsampling {
    ResampleKind kind{};
    int value = -1;
    int guide = -1;
    float epsilon = 0;
    float steepest = 1000;
    bool operator==(const Upsampling&) const = default;
};

// Returns the ratio of a grid's size to the size of a plane, if programs on the grid can read the
// plane by Op::load_upsampled; else 0.
constexpr int upsampling_ratio(int width, int height, int grid_width, int grid_height) {
    for (const int ratio : {2, 4}) {
        if (ratio * width == grid_width && ratio * height == grid_height) return ratio;
    }
    return 0;
}

// A pass without a core: only an epilogue, which loads buffers and input components at its own
// pixel.
struct Point {
    bool operator==(const Point&) const = default;
};

using Core = std::variant<Point, Scan, Stencil, Resample, Gather>;

// Index of the fine guide among the core inputs of a joint resample. The fine guide is on the
// epilogue's grid, so the prologue does not compute it.
constexpr size_t fine_guide = 2;
inline bool has_fine_guide(const Core& core) {
    const auto* resample = std::get_if<Resample>(&core);
    return resample != nullptr && resample->kind == ResampleKind::joint;
}

// ---------------------------------------------------------------------------------------------------------------
// Reductions: a number or a histogram computed from one plane of one frame. They are part of a
// pass, by Op::reduce.

enum class ReductionKind : uint8_t {
    sum,
    sum_of_squares,
    minimum,
    maximum,
    sum_of_logs,
    histogram
};
constexpr int histogram_bins = 1024;

// Returns whether the result is a sum of floats. Such a sum depends on the order of its terms.
constexpr bool is_sum(ReductionKind kind) {
    return kind == ReductionKind::sum || kind == ReductionKind::sum_of_squares ||
           kind == ReductionKind::sum_of_logs;
}

// histogram: bin = floor(value * bins) if unit_range is set (a plane in [0,1]), else the bin of the
// sortable float key. sum_of_logs: natural logarithm of max(value, 1e-6).
struct Reduction {
    ReductionKind kind{};
    bool unit_range = true;
    int64_t samples = 0;  // number of pixels, for means and percentiles
    bool operator==(const Reduction&) const = default;
};

// ---------------------------------------------------------------------------------------------------------------
// Passes and frame steps.

constexpr int no_origin = -1;

// The source of a core input, for cores that can read a buffer themselves.
//   computed  by the prologue; not stored
//   loaded    from `buffer`, where an earlier pass stored it
//   stored    computed by the prologue and also stored in `buffer`, which a later pass reads
struct CoreInput {
    enum class Source : uint8_t { computed, loaded, stored };
    Source source = Source::computed;
    int buffer = -1;
    bool operator==(const CoreInput&) const = default;
};

// The frames that need a pass: all frames, only frames in which a uniform is above 0, or only the
// other frames.
struct FrameCondition {
    int number = -1;  // index of the uniform; -1: all frames
    bool above_zero = true;
    bool operator==(const FrameCondition&) const = default;
};

// The work of one kernel launch (or one CPU loop nest). width, height: size of the epilogue's grid.
// origin: the expression of the script that caused the pass, as numbered by Graph::set_origin();
// used only in messages.
struct Pass {
    std::string name;
    int origin = no_origin;
    int width = 0;
    int height = 0;
    Core core;
    std::vector<CoreInput> inputs;  // inputs of the core, in order
    PointProgram prologue;          // ends in store_core; empty for Point
    PointProgram epilogue;          // loads the core's results by load_core
    FrameCondition condition{};
    bool operator==(const Pass&) const = default;
};

// An operation on the uniforms of a frame, executed in frame order. Results are uniforms.
//   arithmetic   program over uniforms; store_uniform sets a uniform
//   percentile   of reduction `reduction` (a histogram); arguments: share in [0,1]; optionally a
//                lower bound, below which samples do not count
//   mean, minimum, maximum, log_mean, sum, entropy: of the reduction
//   smooth       argument 0: value, argument 1: time constant in seconds; state slot `state`
//   scene_change distance of histogram `reduction` from that of the previous frame, as 0 (same
//                scene) to 1 (cut); also restarts every smooth of the frame.
//                arguments: threshold low, threshold high; state slot `state` is for recording only
//   previous     the argument's value in the previous frame; state slot `state`
//   largest      the argument's maximum over all frames, across restarts; state slot `state`
//   curve        fills table `table` (see CurveKind); adaptive: argument 6 is the time constant of
//                the slopes, in seconds; adaptive_curve_bins state slots from `state` on
//   histogram    fills table `table` with the counts of histogram `reduction` relative to the
//                largest count
//   table        fills table `table`: a program over uniforms reads the entry's position in [0,1]
//                as core output 0 and stores its value as core input 0
enum class FrameOp : uint8_t {
    arithmetic,
    percentile,
    mean,
    minimum,
    maximum,
    log_mean,
    sum,
    entropy,
    smooth,
    scene_change,
    previous,
    curve,
    histogram,
    largest,
    table
};

// Tone curves by name, in the order of the option tonemap.
enum class CurveKind : uint8_t {
    spline,
    bt2390,
    bt2446a,
    adaptive,
    reinhard,
    hable,
    mobius,
    linear,
    clip
};

// The arguments of the frame operation `curve`, all PQ-coded lightness: source black, source white,
// target black, target white, then source median and target middle (0: not anchored). The table
// maps PQ-coded lightness in [0,1] to PQ-coded lightness.
constexpr int curve_entries = 1024;  // values at i / (entries - 1), interpolated linearly
// Number of slopes of the adaptive curve, which are smoothed over time.
constexpr int adaptive_curve_bins = 64;

struct FrameOperation {
    FrameOp op{};
    PointProgram program;  // arithmetic and table only
    std::vector<Operand> arguments;
    int reduction = -1;
    int state = -1;
    int table = -1;
    int result = -1;  // uniform that receives the result
    CurveKind curve{};
    std::string name{};  // name of its state, shown to users
    // The places in the script that compute the state, ascending. Two consecutive plans share a
    // state if its operations have a place in common (kernels/frame/frame.h).
    std::vector<uint64_t> places{};
    bool for_picture = true;  // whether the picture depends on the result; else it is only recorded
    bool operator==(const FrameOperation&) const = default;
};

struct FrameStep {
    std::vector<FrameOperation> operations;
    bool operator==(const FrameStep&) const = default;
};

// Returns whether a scene change restarts the state of an operation.
inline bool restarts_at_cuts(FrameOp op, CurveKind curve) {
    return op == FrameOp::smooth || (op == FrameOp::curve && curve == CurveKind::adaptive);
}

// Returns the number of state slots of an operation, starting with `state`.
inline int states_of(FrameOp op, CurveKind curve) {
    switch (op) {
        case FrameOp::smooth:
        case FrameOp::previous:
        case FrameOp::scene_change:
        case FrameOp::largest:
            return 1;
        case FrameOp::curve:
            return curve == CurveKind::adaptive ? adaptive_curve_bins : 0;
        default:
            return 0;
    }
}

// Returns whether the states of an operation are smoothed over time, with a time constant.
inline bool is_smoothed(FrameOp op, CurveKind curve) {
    return op == FrameOp::smooth || (op == FrameOp::curve && curve == CurveKind::adaptive);
}

// ---------------------------------------------------------------------------------------------------------------
// The plan.

// Uniforms that the runtime sets for every frame before the first step. After them come the script
// params, and then the values that the caller gives with each frame. source_peak and all later
// uniforms of this list are the same for all frames of a batch.
enum class FrameUniform : uint8_t {
    time,
    seconds_since_previous,
    scene_peak,
    noise,
    source_peak,
    target_peak,
    count_
};

constexpr int largest_side = 16384;  // largest width or height of a picture or plane, in pixels

// Format and size of a picture, and the relation of its samples to normalized numbers: legal codes
// are luma in [0,1] and chroma in [-0.5,0.5], or RGB in [0,1]. Input is not clamped.
struct Picture {
    const Format* format = nullptr;
    int width = 0;
    int height = 0;
    bool full_range = false;
    int chroma_location = 1;
    bool operator==(const Picture&) const = default;
};

enum class Dither : uint8_t { none, blue, ordered };

struct Plan {
    Picture input;
    Picture output;
    Dither dither = Dither::blue;
    BlockQuality texture_quality = BlockQuality::normal;  // for texture formats
    // Largest error, in normalized numbers, of polynomials that replace the output program
    // (kernels/point/tile_fit.h). 0: the program runs for every pixel. Executors may run the
    // program for every pixel in any case.
    float fit_tolerance = 0;
    std::vector<Buffer> buffers;
    std::vector<Upsampling> upsamplings;
    std::vector<Reduction> reductions;
    std::vector<std::variant<Pass, FrameStep>> steps;
    int uniforms = 0;    // runtime uniforms, params, given values, then results of frame steps
    int parameters = 0;  // script params, starting with uniform FrameUniform::count_
    int given = 0;       // values given with each frame, starting with uniform first_given()
    int states = 0;      // number of temporal state slots (recorded and replayed)
    std::vector<int> measured;  // state slots with the values of PlanRequest::measured
    int tables = 0;
    int first_given() const { return static_cast<int>(FrameUniform::count_) + parameters; }
    int first_computed() const { return first_given() + given; }
    bool operator==(const Plan&) const = default;
};

}  // namespace tonelift
