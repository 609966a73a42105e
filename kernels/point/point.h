// SPDX-License-Identifier: BSD-2-Clause
//
// Point programs on the CPU, in two versions. The plain version computes one pixel at a time. The
// prepared version runs each instruction over a strip of pixels with SIMD.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "kernels/instruction_set.h"
#include "kernels/pass.h"

namespace tonelift {

// The plain version runs a program for one pixel at a time (see also evaluate.h). Frame steps use
// it, and tests compare the SIMD loops with it.

// Interpolates in a table of curve_entries values. x is the position in [0,1].
float lookup_plain(const float* table, float x);

// Provides the values of a program's loads and receives its stores.
class PixelAccess {
  public:
    virtual ~PixelAccess() = default;
    // Returns a loaded value. `argument` is the operand of a lookup or of an upsampled load; other
    // loads ignore it.
    virtual float load(const Instruction& instruction, float argument) = 0;
    virtual void store(const Instruction& instruction, float value) = 0;
};

// Runs a program for one pixel. `values` is scratch memory for at least program.values numbers.
void run_plain(const PointProgram& program, std::span<const float> uniforms,
               std::span<float> values, PixelAccess& access);

// ---------------------------------------------------------------------------------------------------------------
// The prepared version runs every instruction as a SIMD loop over a strip. Its values are in rows
// of the caller's scratch memory.

constexpr int strip_pixels = 384;
// Number of floats in a block. A uniform is stored as a block of equal numbers, so that a loop can
// read it like pixels. Loops process whole blocks, so the rows that a program reads or writes must
// have room for whole blocks.
constexpr int block_floats = 16;

inline int round_up_to_block(int n) { return (n + block_floats - 1) / block_floats * block_floats; }

// The state of a strip, which all loops read. `at` is the address table (see PreparedProgram).
struct Strip {
    void* const* at;
    int pixels;  // a multiple of block_floats
    int x;
    int y;
};

// Two rows of a small plane: those above and below a row of the grid (kernels/pass.h, Upsampling).
struct CoarseRows {
    const void* above = nullptr;
    const void* below = nullptr;
    Storage storage{};
};

// Largest number of columns of a small plane that a strip needs, with one more on each side and
// padding for whole vectors.
constexpr int most_columns = strip_pixels / 2 + 2 + block_floats;

// The cells of a joint upsampling between two rows of the small planes. A strip keeps them for the
// next row of the grid, which often lies between the same two rows.
struct CoarseCells {
    const void* above = nullptr;  // row of the value above the cells; null: there are no cells
    const void* below = nullptr;
    float value[2][most_columns];  // the row above, and the row below
    float guide[2][most_columns];
    float slope[most_columns];  // of the line through the four corners of a cell
};

// The data of an upsampling for one strip.
struct CoarseStrip {
    CoarseRows value;
    CoarseRows guide;
    bool joint = false;
    int ratio = 0;
    float part = 0;  // weight of the lower row, 0 to 1
    int width = 0;   // number of columns of the small plane
    float epsilon = 0;
    float steepest = 0;
    CoarseCells* cells = nullptr;  // cells of this strip; joint only
};

class MachineCode;
struct PointStep;
using PointLoop = void (*)(const PointStep& step, const Strip& strip);

// A loop over a strip and its operands, which are indices into Strip::at. `varies` is all ones for
// an operand with a value per pixel, and 0 for a block. For a load or store, in[1] is the index of
// the memory's address. If there is no value, it is in[0].
struct PointStep {
    PointLoop loop = nullptr;
    std::array<uint16_t, max_inputs> in{};
    std::array<uint16_t, max_outputs> out{};
    std::array<uint32_t, max_inputs> varies{};
};

class PreparedProgram {
  public:
    PreparedProgram() = default;
    // `buffers` are the buffers of the plan, whose storage is used. `input` is the input frame if
    // the program may read its codes directly, else null. `row` is the largest number of pixels of
    // a strip, a multiple of block_floats.
    PreparedProgram(const PointProgram& program, std::span<const Buffer> buffers,
                    const InstructionSet& set = {}, const Picture* input = nullptr,
                    int row = strip_pixels);

    // An access of the program to memory of the caller. Before a run, the caller stores the address
    // of the strip's first pixel in at[entry]. The type of the memory depends on the operation:
    //   load_upsampled                          a CoarseStrip
    //   load_input, load_core, store_core,
    //   store_output, reduce                    rows of floats, aligned to 64 bytes
    //   load_buffer, store_buffer               the buffer's storage
    //   load_neighbor, load_here                floats at any address
    //   load_weight                             a block
    //   lookup                                  a table
    // bind() sets at[entry] of load_input and reduce to a row that the caller fills or reads. It
    // does not if the program reads codes of the input, see input_codes.h.
    struct Access {
        Op op;
        uint16_t index;
        uint16_t entry;
        bool codes = false;  // load_input only: whether the program reads codes directly
        bool operator==(const Access&) const = default;
    };
    const std::vector<Access>& accesses() const { return accesses_; }
    bool empty() const { return steps_.empty() && accesses_.empty(); }

    // Return the memory that each thread needs: the number of scratch floats, and the number of
    // entries of the address table.
    size_t scratch_floats() const { return static_cast<size_t>(rows_) * static_cast<size_t>(row_); }
    size_t entries() const { return entries_; }
    // Sets the entries of the address table that are the same for all strips. `scratch` is aligned
    // to 64 bytes. `uniforms` has one block per uniform.
    void bind(std::span<void*> at, float* scratch, float* uniforms) const;

    void run(const Strip& strip) const {
        for (const PointStep& step : steps_) step.loop(step, strip);
    }

    const std::vector<PointStep>& steps() const { return steps_; }

    // The origin of an address that bind() stores in the address table.
    struct Fixed {
        enum class Kind : uint8_t { row, constant, uniform, outside } kind;
        uint32_t index;
    };

  private:
    friend class ProgramBuilder;

    std::vector<PointStep> steps_;
    std::vector<Access> accesses_;
    std::vector<Fixed> fixed_;
    struct alignas(64) Block {
        float at[block_floats];
    };
    std::vector<Block> constants_;
    std::shared_ptr<const MachineCode> code_;  // machine code that the steps call
    size_t entries_ = 0;
    int rows_ = 0;
    int row_ = strip_pixels;  // number of floats of a row
};

// Fills a block with a number.
inline void fill_block(float* block, float value) {
    for (int i = 0; i < block_floats; ++i) block[i] = value;
}

// Returns the loop of an operation for an instruction set. Bit i of `uniform` is set if operand i
// is a block.
PointLoop find_loop(Op op, unsigned uniform, const InstructionSet& set = {});
// The loops for loads and stores of buffers, lookups in tables, and positions.
enum class MemoryLoop : uint8_t {
    load_unorm16,
    load_float32,
    store_unorm16,
    store_float32,
    lookup,
    lookup_by_gathers,  // same results as `lookup`; see InstructionSet::has_quick_gathers()
    load_codes,         // loads codes of the input; machine code only, see input_codes.h
    coordinate_x,
    coordinate_y,
    upsample,
    count_
};
PointLoop find_loop(MemoryLoop loop, const InstructionSet& set = {});
PointLoop find_upsampling_loop(const InstructionSet& set = {});

// The name of a function's implementation, for tests. It is that of the loops of this machine's
// best instruction set. "formula" stands for the template of kernels/math.
struct Body {
    const char* function;
    const char* name;
};

Body math_body();
// Returns whether the best instruction set computes PQ decoding, BT.1886 and cube roots by
// polynomials instead of the templates.
bool has_fits();
Body lookup_body();

}  // namespace tonelift
