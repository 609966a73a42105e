// SPDX-License-Identifier: BSD-2-Clause
//
// A plan describes the work for each frame, independently of the device.
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
// Programs are sequences of operations on the values of one pixel, or on the numbers of one frame.

enum class Op : uint8_t {
#define TONELIFT_OPERATION(name, inputs, outputs, range, cost) name,
#include "kernels/operations.def"
    count_
};

struct Operand {
    enum class Kind : uint8_t { none, value, constant, uniform };
    Kind kind = Kind::none;
    uint16_t index = 0;
    float constant_value = 0;

    static Operand value(int i) { return {Kind::value, index16(i), 0}; }
    static Operand uniform(int i) { return {Kind::uniform, index16(i), 0}; }
    static Operand constant(float value) { return {Kind::constant, 0, value}; }
    bool operator==(const Operand&) const = default;
};

constexpr int max_inputs = 8;
constexpr int max_outputs = 3;

struct Instruction {
    Op op{};
    uint16_t index = 0;
    std::array<Operand, max_inputs> in{};
    std::array<uint16_t, max_outputs> out{};
    bool operator==(const Instruction&) const = default;
};

// Code without branches, in static single assignment form. `values` is the number of its values.
struct PointProgram {
    std::vector<Instruction> code;
    int values = 0;
    bool empty() const { return code.empty(); }
    bool operator==(const PointProgram&) const = default;
};

enum class Storage : uint8_t { unorm16, float32 };

inline int storage_bytes(Storage storage) { return storage == Storage::float32 ? 4 : 2; }

// A plane in memory. With unorm16, a number in [0,1] is stored as round(65535 * number).
struct Buffer {
    int width = 0;
    int height = 0;
    Storage storage = Storage::unorm16;
    bool operator==(const Buffer&) const = default;
};

// ---------------------------------------------------------------------------------------------------------------
// Cores. A core is the filter of a pass, which reads several input pixels for each output pixel.

enum class Axis : uint8_t { x, y };

constexpr int max_core_inputs = 8;
constexpr int max_core_outputs = 3;

// A recursive filter along an axis. It runs forward and then backward.
//   edge    inputs: value v, guide g
//           edge-aware recursive filter (Gastal and Oliveira 2011)
//           weight    w_i = exp2(-rate * (1 + edge * |g_i - g_(i-1)|))
//           forward   v_i += w_i (v_(i-1) - v_i)
//           backward  the same with w_(i+1) and v_(i+1)
//   gauss   input: value
//           recursive Gaussian of order 3 with standard deviation sigma
//           with the boundary conditions of Triggs and Sdika (2006)
//   smooth  inputs: value v, guide g
//           tridiagonal system of the fast global smoother (Min et al. 2014)
//           system    (1 + a_i + c_i) u_i - a_i u_(i-1) - c_i u_(i+1) = v_i
//           weight    a_i = lambda exp2(-edge |g_i - g_(i-1)|), c_i = a_(i+1)
//   sum     input: value
//           cumulative sum, forward only
enum class ScanKind : uint8_t { edge, gauss, smooth, sum };
struct Scan {
    ScanKind kind{};
    Axis axis{};
    float rate = 0;
    float edge = 0;
    float lambda = 0;
    float sigma = 0;  // for gauss, in pixels
    bool operator==(const Scan&) const = default;
};

// A filter over a neighborhood of (2 radius_x + 1) x (2 radius_y + 1) pixels; see stencils.def.
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

// A filter that a script defines. Each vector of `weights` has the weights of a neighborhood, row
// by row from the top left.
struct Gather {
    int radius = 0;
    int inputs = 0;
    int neighbors = 0;
    int sums = 0;
    PointProgram term;
    std::vector<std::vector<float>> weights;
    int side() const { return 2 * radius + 1; }
    size_t index_of(int dx, int dy) const {
        return static_cast<size_t>((dy + radius) * side() + dx + radius);
    }
    bool operator==(const Gather&) const = default;
};
constexpr int max_gather_neighbors = 3;

// Scales or mirrors a plane.
//   area      input: value
//             result  mean of the input area that the output pixel covers, for any ratio of sizes
//   bilinear  input: value
//             result  bilinear interpolation between the centers of input pixels
//   joint     inputs: value v, guide g, full-size guide g0
//             result  mean v + slope (g0 - mean g)
//             slope   cov(v, g) / (var g + epsilon), limited to [-steepest, steepest]
//             mean is the bilinear interpolation of the four nearest input pixels.
//             cov and var are over these four pixels. The result exceeds the range of v of these
//             pixels by at most `overshoot`.
//   flip_x, flip_y, transpose
//             input: value
//             result  mirrored plane, or plane with rows and columns exchanged
enum class ResampleKind : uint8_t { area, bilinear, joint, flip_x, flip_y, transpose };
inline bool is_flip(ResampleKind kind) { return kind >= ResampleKind::flip_x; }
struct Resample {
    ResampleKind kind{};
    int in_width = 0;
    int in_height = 0;
    float epsilon = 0;
    float steepest = 1000;
    float overshoot = 1000;
    bool operator==(const Resample&) const = default;
};

// A plane with 1/2 or 1/4 of the width and height of the picture. Programs upsample the plane while
// they read it.
struct Upsampling {
    ResampleKind kind{};
    int value = -1;
    int guide = -1;
    float epsilon = 0;
    float steepest = 1000;
    float overshoot = 1000;
    bool operator==(const Upsampling&) const = default;
};

// Returns whether `overshoot` changes joint upsampling of a plane. If not, results of unorm16
// planes are only limited to [0, 1].
inline bool limits_overshoot(const Upsampling& upsampling, Storage of_value) {
    return of_value != Storage::unorm16 || upsampling.overshoot < 1;
}

// Returns 2 or 4 if a grid is exactly 2 or 4 times as wide and as high as a plane, else 0. `width`
// and `height` are the size of the plane, in pixels.
constexpr int upsampling_ratio(int width, int height, int grid_width, int grid_height) {
    for (const int ratio : {2, 4}) {
        if (ratio * width == grid_width && ratio * height == grid_height) return ratio;
    }
    return 0;
}

struct Point {
    bool operator==(const Point&) const = default;
};

using Core = std::variant<Point, Scan, Stencil, Resample, Gather>;

// Index of the full-size guide among the inputs of joint upsampling.
constexpr size_t fine_guide = 2;
inline bool has_fine_guide(const Core& core) {
    const auto* resample = std::get_if<Resample>(&core);
    return resample != nullptr && resample->kind == ResampleKind::joint;
}

// ---------------------------------------------------------------------------------------------------------------
// Statistics of a plane. Each statistic is one number or one histogram per frame.

enum class ReductionKind : uint8_t {
    sum,
    sum_of_squares,
    minimum,
    maximum,
    sum_of_logs,
    histogram
};
constexpr int histogram_bins = 1024;

// Returns whether a statistic is a sum of floats. The rounding of such a sum depends on the order
// of the additions.
constexpr bool is_sum(ReductionKind kind) {
    return kind == ReductionKind::sum || kind == ReductionKind::sum_of_squares ||
           kind == ReductionKind::sum_of_logs;
}

// A statistic of a plane with `samples` pixels. In a histogram, the bin of a value is
// floor(value * histogram_bins) if unit_range is true. Otherwise, it is the upper bits of the
// value's sortable key (kernels/math/sortable_key.h). sum_of_logs adds the natural logarithms of
// max(value, 1e-6).
struct Reduction {
    ReductionKind kind{};
    bool unit_range = true;
    int64_t samples = 0;
    bool operator==(const Reduction&) const = default;
};

// ---------------------------------------------------------------------------------------------------------------
// Passes and frame steps.

constexpr int no_origin = -1;

// Source of an input of the filter. A `loaded` input is a plane of an earlier pass. The prologue
// computes `computed` and `stored` inputs. It also writes each `stored` input to a plane, because a
// later pass reads this plane.
struct CoreInput {
    enum class Source : uint8_t { computed, loaded, stored };
    Source source = Source::computed;
    int buffer = -1;
    bool operator==(const CoreInput&) const = default;
};

// Restricts a pass to some frames. If above_zero is true, the pass runs only in frames in which the
// uniform with the index `uniform` is above 0. Otherwise, the pass runs only in all other frames.
struct FrameCondition {
    int uniform = -1;  // index; -1 means no restriction
    bool above_zero = true;
    bool operator==(const FrameCondition&) const = default;
};

// The work of one kernel launch. `width` and `height` are the size of its results, in pixels.
// `origin` identifies the expression of the script that needs the pass, for messages.
struct Pass {
    std::string name;
    int origin = no_origin;
    int width = 0;
    int height = 0;
    Core core;
    std::vector<CoreInput> inputs;
    PointProgram prologue;
    PointProgram epilogue;  // computes the stored planes from the results of the filter
    FrameCondition condition{};
    bool operator==(const Pass&) const = default;
};

// Operations that compute a number or a table per frame, in frame order.
//   arithmetic   a program over numbers
//   percentile   percentile of a histogram; arguments: fraction in [0,1], and optionally a lower
//                bound, below which samples do not count
//   mean, minimum, maximum, log_mean, sum, entropy
//                statistics of a plane
//   smooth       temporal smoothing; arguments: value, time constant in seconds
//   distance     difference between the histograms of this frame and the previous frame, from 0
//                (equal) to 2 (no common tones, or no previous frame)
//   scene_change 0 (same scene as the previous frame) to 1 (cut); a cut restarts all smoothing;
//                arguments: thresholds of the distance for the results 0 and 1, and one or two
//                distances, of which the smaller one counts
//   previous     the argument's value in the previous frame
//   largest      the argument's maximum over all frames so far
//   curve        fills a table with a tone curve; for adaptive curves, argument 6 is the time
//                constant of the slopes, in seconds
//   histogram    fills a table with the counts of a histogram, relative to the largest count
//   table        fills a table with a program's value at each position in [0,1]
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
    distance,
    scene_change,
    previous,
    curve,
    histogram,
    largest,
    table
};

// Kinds of tone curves, in the order of the values of the option `tonemap`.
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

// The table of a tone curve has curve_entries entries and maps PQ codes in [0,1] to PQ codes.
constexpr int curve_entries = 1024;  // between entries, interpolation is linear
constexpr int adaptive_curve_bins = 64;

struct FrameOperation {
    FrameOp op{};
    PointProgram program;
    // The first six arguments of a tone curve are PQ codes: source black, source white, target
    // black, target white, source median, target middle. The kinds `spline` and `adaptive` move the
    // source median toward the target middle, unless one of these two arguments is 0.
    std::vector<Operand> arguments;
    int reduction = -1;
    int state = -1;
    int table = -1;
    int result = -1;
    CurveKind curve{};
    std::string name{};  // name that is shown to users
    // Sorted digests of the positions in the script that compute this value. After a change of
    // options, these digests identify the same value in the new plan.
    std::vector<uint64_t> script_positions{};
    bool for_picture = true;
    bool operator==(const FrameOperation&) const = default;
};

struct FrameStep {
    std::vector<FrameOperation> operations;
    bool operator==(const FrameStep&) const = default;
};

// The difference between two histograms that have no common tones.
constexpr float largest_distance = 2;

inline bool restarts_at_cuts(FrameOp op, CurveKind curve) {
    return op == FrameOp::smooth || (op == FrameOp::curve && curve == CurveKind::adaptive);
}

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

// Whether an operation uses values or histograms of earlier frames.
inline bool remembers(FrameOp op, CurveKind curve) {
    return op == FrameOp::distance || states_of(op, curve) > 0;
}

inline bool is_smoothed(FrameOp op, CurveKind curve) {
    return op == FrameOp::smooth || (op == FrameOp::curve && curve == CurveKind::adaptive);
}

// ---------------------------------------------------------------------------------------------------------------
// Plans.

// Numbers that the library sets for every frame. Among the uniforms, these numbers come before the
// params of the script.
enum class FrameUniform : uint8_t {
    time,
    seconds_since_previous,
    scene_peak,
    noise,
    source_peak,
    target_peak,
    count_
};

constexpr int largest_side = 16384;  // maximum width and height of a picture, in pixels

// The format of an input or output picture. When samples are read, the nominal range of luma and
// RGB is scaled to [0,1], and the nominal range of chroma to [-0.5,0.5]. Values outside the nominal
// range are not clamped.
struct Picture {
    const Format* format = nullptr;
    int width = 0;
    int height = 0;
    bool full_range = false;
    int chroma_location = 1;
    bool operator==(const Picture&) const = default;
};

enum class Dither : uint8_t { none, blue, ordered };

// Precision of operations. With of_16_bits, light tables replace operations (see light_table.h).
// The error of a PQ code is at most a fifth of a code of 16 bits, except for light below 2^-26 of
// the reference white. With of_8_bits, some operations also use quick approximations, which are
// precise enough for output of up to 8 bits.
enum class Precision : uint8_t { full, of_16_bits, of_8_bits };

struct Plan {
    Picture input;
    Picture output;
    Dither dither = Dither::blue;
    BlockQuality texture_quality = BlockQuality::normal;
    // Largest allowed error of the polynomials that replace the output program. The unit is the
    // nominal range of an output component. If the value is 0, no polynomials are used.
    float fit_tolerance = 0;
    // Precision of the pass that writes the output, and of passes that read means of input pixels.
    // The second precision does not depend on the depth of the output, and so neither do
    // statistics. All other passes have full precision.
    Precision precision = Precision::full;
    Precision means_precision = Precision::full;
    std::vector<Buffer> buffers;
    std::vector<Upsampling> upsamplings;
    std::vector<Reduction> reductions;
    std::vector<std::variant<Pass, FrameStep>> steps;
    int uniforms = 0;  // FrameUniform, script params, given values, results of frame steps
    int parameters = 0;
    int given = 0;              // number of values that the caller passes with each frame
    int states = 0;             // number of temporally smoothed values
    std::vector<int> measured;  // indices of states that are measured in the output picture
    int tables = 0;
    int first_given() const { return static_cast<int>(FrameUniform::count_) + parameters; }
    int first_computed() const { return first_given() + given; }
    bool operator==(const Plan&) const = default;
};

}  // namespace tonelift
