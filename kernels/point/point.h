// SPDX-License-Identifier: BSD-2-Clause
//
// Point programs on the CPU: the plain version, one pixel at a time, and the prepared one, which
// runs each instruction over a strip of pixels with SIMD.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "kernels/instruction_set.h"
#include "kernels/pass.h"

namespace tonelift {

// ---------------------------------------------------------------------------------------------------------------
// Plain: float, one instruction and one pixel at a time (see also evaluate.h). The reference of the
// SIMD loops; frame steps use it.

// Interpolates in a table of curve_entries values.
float lookup_plain(const float* table, float x);

// The sources and targets of a program's accesses.
class PixelAccess {
  public:
    virtual ~PixelAccess() = default;
    // argument: the argument of a lookup.
    virtual float load(const Instruction& instruction, float argument) = 0;
    virtual void store(const Instruction& instruction, float value) = 0;
};

// values: at least program.values numbers.
void run_plain(const PointProgram& program, std::span<const float> uniforms,
               std::span<float> values, PixelAccess& access);

// ---------------------------------------------------------------------------------------------------------------
// Prepared: every instruction is a SIMD loop over a strip; the values of pixels live in rows of the
// caller's scratch memory.

constexpr int strip_pixels = 384;
// Numbers that are the same for all pixels are kept as blocks of this many copies, so that a loop
// reads them as it reads pixels. Loops run over whole blocks: rows that a program reads or writes
// have room for that.
constexpr int block_floats = 16;

inline int round_up_to_block(int n) { return (n + block_floats - 1) / block_floats * block_floats; }

// The state that the loops of one strip share. at: the addresses that operands and accesses refer
// to, see PreparedProgram.
struct Strip {
    void* const* at;
    int pixels;  // a multiple of block_floats
    int x;
    int y;
};

// Two rows of a small plane around a row of the grid, see Upsampling.
struct CoarseRows {
    const void* above = nullptr;
    const void* below = nullptr;
    Storage storage{};
};

// What an upsampling reads for a strip.
struct CoarseStrip {
    CoarseRows value;
    CoarseRows guide;
    bool joint = false;
    int ratio = 0;
    float part = 0;  // how near the row is to the one below, from 0 to 1
    int width = 0;   // columns of the small plane
    float epsilon = 0;
    float steepest = 0;
};

class MachineCode;
struct PointStep;
using PointLoop = void (*)(const PointStep& step, const Strip& strip);

// One loop. Operands are indexes into Strip::at; varies: all ones where an operand has a value a
// pixel, 0 where it is a block. Accesses have the address of the memory as in[1] (or in[0] where
// there is no value).
struct PointStep {
    PointLoop loop = nullptr;
    std::array<uint16_t, max_inputs> in{};
    std::array<uint16_t, max_outputs> out{};
    std::array<uint32_t, max_inputs> varies{};
};

class PreparedProgram {
  public:
    PreparedProgram() = default;
    // buffers: those of the plan, for their storage. input: the frame whose pixels the program
    // runs over, if it may read its codes by itself.
    PreparedProgram(const PointProgram& program, std::span<const Buffer> buffers,
                    const InstructionSet& set = {}, const Picture* input = nullptr);

    // An access outside of the program: the caller stores the address of the strip's first pixel in
    // at[entry] before a run. load_upsampled has a CoarseStrip there. load_input, load_core,
    // store_core, store_output and reduce are rows of floats aligned to 64 bytes; load_buffer and
    // store_buffer are in the buffer's storage; load_neighbor is floats at any address, load_weight
    // a block, lookup a table. at[entry] of load_input and reduce is set by bind() to a row that
    // the caller fills or reads; but for the codes of the input, see input_codes.h.
    struct Access {
        Op op;
        uint16_t index;
        uint16_t entry;
        bool codes = false;  // of load_input: the program reads them by itself
        bool operator==(const Access&) const = default;
    };
    const std::vector<Access>& accesses() const { return accesses_; }
    bool empty() const { return steps_.empty() && accesses_.empty(); }

    // Floats of scratch, and entries of the address table, that one thread needs.
    size_t scratch_floats() const { return static_cast<size_t>(rows_) * strip_pixels; }
    size_t entries() const { return entries_; }
    // Fills the address table. scratch is aligned to 64 bytes; uniforms are blocks, one per
    // uniform.
    void bind(std::span<void*> at, float* scratch, float* uniforms) const;

    void run(const Strip& strip) const {
        for (const PointStep& step : steps_) step.loop(step, strip);
    }

    const std::vector<PointStep>& steps() const { return steps_; }

    // The value that bind() stores in an entry.
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
    std::shared_ptr<const MachineCode> code_;  // that steps call
    size_t entries_ = 0;
    int rows_ = 0;
};

// Writes a number into its block.
inline void fill_block(float* block, float value) {
    for (int i = 0; i < block_floats; ++i) block[i] = value;
}

// The loop of an operation for an instruction set. uniform: bit i is set if
// operand i is a block.
PointLoop find_loop(Op op, unsigned uniform, const InstructionSet& set = {});
// Loads and stores of buffers, tables and places.
enum class MemoryLoop : uint8_t {
    load_unorm16,
    load_float32,
    store_unorm16,
    store_float32,
    lookup,
    lookup_by_gathers,  // the same bits; see InstructionSet::has_quick_gathers()
    load_codes,         // of the input; in machine code only, see input_codes.h
    coordinate_x,
    coordinate_y,
    upsample,
    count_
};
PointLoop find_loop(MemoryLoop loop, const InstructionSet& set = {});
PointLoop find_upsampling_loop(const InstructionSet& set = {});

// ---------------------------------------------------------------------------------------------------------------
// For tests: a function that the loops compute, and the name of its implementation on the best
// instruction set of this machine. "formula" is the template of kernels/math.
struct Body {
    const char* function;
    const char* name;
};

Body math_body();
// Whether PQ decoding, BT.1886 and cube roots are fits or segments, not the templates.
bool has_fits();
Body lookup_body();

}  // namespace tonelift
