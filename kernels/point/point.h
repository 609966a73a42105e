// SPDX-License-Identifier: BSD-2-Clause
//
// Runs point programs on the CPU. A point program computes each pixel separately.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "kernels/instruction_set.h"
#include "kernels/pass.h"
#include "kernels/strip.h"

namespace tonelift {

// The plain version of point programs computes one pixel at a time. Tests compare the SIMD version
// with the plain version.

float lookup_plain(const float* table, float x);

class PixelAccess {
  public:
    virtual ~PixelAccess() = default;
    virtual float load(const Instruction& instruction, float argument) = 0;
    virtual void store(const Instruction& instruction, float value) = 0;
};

// Runs a program for one pixel. `values` is scratch memory for at least program.values numbers.
void run_plain(const PointProgram& program, std::span<const float> uniforms,
               std::span<float> values, PixelAccess& access);

// The SIMD version runs every instruction of a program as a loop over a line of pixels.
// Intermediate results are in scratch memory that the caller provides.

// Number of copies in which a value is stored if it is the same for all pixels. Loops read these
// copies as a vector.
constexpr int block_floats = 16;

inline int round_up_to_block(int n) { return (n + block_floats - 1) / block_floats * block_floats; }

// A line of pixels. `at` contains the addresses of all operands, at indices that PointStep names.
struct PixelStrip {
    void* const* at;
    int pixels;
    int x;
    int y;
};

struct CoarseRows {
    const void* above = nullptr;
    const void* below = nullptr;
    Storage storage{};
};

// The arrays below have one block more than necessary. Their distance is then no power of two, so
// that they do not use the same few sets of the cache.
constexpr int most_columns = long_strip_pixels / 2 + 2 + 2 * block_floats;

// The arrays are aligned so that few vectors cross the border of a cache line.
struct CoarseCells {
    struct Row {
        alignas(64) float value[most_columns];
        alignas(64) float guide[most_columns];
    };
    const Row& row(int k) const { return rows[(first + k) % 2]; }
    Row& row(int k) { return rows[(first + k) % 2]; }

    const void* above = nullptr;
    const void* below = nullptr;
    int first = 0;  // index in `rows` of the upper row
    Row rows[2];
    alignas(64) float slope[most_columns];
    // The offset is the value minus the slope times the guide. If `across` and `part` are a
    // position in a cell, from 0 to 1, the offset is start + part * down + across * (right + part *
    // bend).
    alignas(64) float start[most_columns];
    alignas(64) float down[most_columns];
    alignas(64) float right[most_columns];
    alignas(64) float bend[most_columns];
    alignas(64) float least[most_columns];  // bounds of the upsampled values in a cell
    alignas(64) float most[most_columns];
};

struct CoarseStrip {
    CoarseRows value;
    CoarseRows guide;
    bool joint = false;
    int ratio = 0;
    float part = 0;
    int width = 0;
    float epsilon = 0;
    float steepest = 0;
    float overshoot = 0;
    bool bounded = false;  // whether `overshoot` has an effect
    CoarseCells* cells = nullptr;
};

class MachineCode;
struct PointStep;
using PointLoop = void (*)(const PointStep& step, const PixelStrip& strip);

// A loop and its operands. `in` and `out` are indices in PixelStrip::at. varies[i] has all bits set
// if input operand i has a value per pixel. varies[i] is 0 if the operand is a uniform or constant.
struct PointStep {
    PointLoop loop = nullptr;
    std::array<uint16_t, max_inputs> in{};
    std::array<uint16_t, max_outputs> out{};
    std::array<uint32_t, max_inputs> varies{};
};

class PreparedProgram {
  public:
    PreparedProgram() = default;
    // If `input` is null, the caller converts the input picture to floats. `row` is the maximum
    // number of pixels of a line, and is a multiple of block_floats.
    PreparedProgram(const PointProgram& program, std::span<const Buffer> buffers,
                    const InstructionSet& set = {}, const Picture* input = nullptr,
                    int row = strip_pixels, Precision precision = Precision::full);

    // An access to a plane or to the input. Before each line, the caller stores the address of the
    // line's first pixel in PixelStrip::at[entry].
    struct Access {
        Op op;
        uint16_t index;
        uint16_t entry;
        bool codes = false;
        bool by_light = false;  // the address is that of the rows of light_function()'s table
        bool operator==(const Access&) const = default;
    };
    const std::vector<Access>& accesses() const { return accesses_; }

    // The program of the LightFunction whose table this program looks up. It is empty if there is
    // no such table.
    const PointProgram& light_function() const { return light_function_; }

    bool empty() const { return steps_.empty() && accesses_.empty(); }

    size_t scratch_floats() const { return static_cast<size_t>(rows_) * static_cast<size_t>(row_); }
    size_t entries() const { return entries_; }
    // Sets the entries of `at` that are the same for all lines. `scratch` must be aligned to 64
    // bytes.
    void bind(std::span<void*> at, float* scratch, float* uniforms) const;

    void run(const PixelStrip& strip) const {
        for (const PointStep& step : steps_) step.loop(step, strip);
    }

    const std::vector<PointStep>& steps() const { return steps_; }

    struct Fixed {
        enum class Kind : uint8_t { row, constant, uniform, outside } kind;
        uint32_t index;
    };

  private:
    friend class ProgramBuilder;

    std::vector<PointStep> steps_;
    std::vector<Access> accesses_;
    PointProgram light_function_;
    std::vector<Fixed> fixed_;
    struct alignas(64) Block {
        float at[block_floats];
    };
    std::vector<Block> constants_;
    std::shared_ptr<const MachineCode> code_;
    size_t entries_ = 0;
    int rows_ = 0;
    int row_ = strip_pixels;
};

inline void fill_block(float* block, float value) {
    for (int i = 0; i < block_floats; ++i) block[i] = value;
}

// Returns the loop of an operation. Bit i of `uniform` is set if operand i has one value for all
// pixels. `shares` states that all operands are in [0,1].
PointLoop find_loop(Op op, unsigned uniform, const InstructionSet& set = {},
                    Precision precision = Precision::full, bool shares = false);
enum class MemoryLoop : uint8_t {
    load_unorm16,
    load_float32,
    store_unorm16,
    store_float32,
    lookup,
    lookup_by_gathers,  // same results as `lookup`; see InstructionSet::has_quick_gathers()
    lookup_by_light,    // see find_light_loop()
    load_codes,         // for machine code only; see input_codes.h
    coordinate_x,
    coordinate_y,
    upsample,
    count_
};
PointLoop find_loop(MemoryLoop loop, const InstructionSet& set = {});
PointLoop find_upsampling_loop(const InstructionSet& set = {});
// Returns the loop that looks up a LightTable with `functions` functions, or null if the
// instruction set has no such loop.
PointLoop find_light_loop(size_t functions, const InstructionSet& set = {});

// States which implementation of a function the best instruction set of this CPU has. Tests compare
// the names of implementations. The name "formula" means the template in kernels/math.
struct Body {
    const char* function;
    const char* name;
};

Body math_body();
// Returns whether the best instruction set computes PQ, BT.1886 and cube roots by polynomials.
// Otherwise, it uses the templates in kernels/math.
bool has_fits();
Body lookup_body();

}  // namespace tonelift
