// SPDX-License-Identifier: BSD-2-Clause
//
// Point programs on the CPU, in two versions: the plain one computes one pixel at a time; the
// prepared one runs each instruction over a strip of pixels with SIMD.
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
// Plain: float, one instruction and one pixel at a time (see also evaluate.h). The SIMD loops are
// tested against this version, and frame steps use it.

// Interpolates in a table of curve_entries values.
float lookup_plain(const float* table, float x);

// Provides the values of a program's loads and receives its stores.
class PixelAccess {
  public:
    virtual ~PixelAccess() = default;
    // Returns a loaded value. argument: the operand of a lookup; unused by other loads.
    virtual float load(const Instruction& instruction, float argument) = 0;
    virtual void store(const Instruction& instruction, float value) = 0;
};

// Runs a program for one pixel. values: scratch of at least program.values numbers.
void run_plain(const PointProgram& program, std::span<const float> uniforms,
               std::span<float> values, PixelAccess& access);

// ---------------------------------------------------------------------------------------------------------------
// Prepared: every instruction is a SIMD loop over a strip. Values per pixel are in rows of the
// caller's scratch memory.

constexpr int strip_pixels = 384;
// Number of floats in a block. A uniform is stored as a block of equal copies, so that a loop reads
// it like pixels. Loops process whole blocks, so rows that a program reads or writes must have room
// for whole blocks.
constexpr int block_floats = 16;

inline int round_up_to_block(int n) { return (n + block_floats - 1) / block_floats * block_floats; }

// The state of one strip, shared by all loops. at: the address table, which operands and accesses
// refer to (see PreparedProgram).
struct Strip {
    void* const* at;
    int pixels;  // a multiple of block_floats
    int x;
    int y;
};

// The two rows of a small plane around a row of the grid, see Upsampling.
struct CoarseRows {
    const void* above = nullptr;
    const void* below = nullptr;
    Storage storage{};
};

// The inputs of an upsampling for one strip.
struct CoarseStrip {
    CoarseRows value;
    CoarseRows guide;
    bool joint = false;
    int ratio = 0;
    float part = 0;  // weight of the lower row, 0 to 1
    int width = 0;   // number of columns of the small plane
    float epsilon = 0;
    float steepest = 0;
};

class MachineCode;
struct PointStep;
using PointLoop = void (*)(const PointStep& step, const Strip& strip);

// One loop. Operands are indices into Strip::at. varies: all ones for an operand with a value per
// pixel, 0 for a block. Accesses have the address of the memory in in[1], or in in[0] if there is
// no value.
struct PointStep {
    PointLoop loop = nullptr;
    std::array<uint16_t, max_inputs> in{};
    std::array<uint16_t, max_outputs> out{};
    std::array<uint32_t, max_inputs> varies{};
};

class PreparedProgram {
  public:
    PreparedProgram() = default;
    // buffers: buffers of the plan, for their storage. input: the input frame, if the program may
    // read its codes directly. row: largest number of pixels of a strip, a multiple of
    // block_floats.
    PreparedProgram(const PointProgram& program, std::span<const Buffer> buffers,
                    const InstructionSet& set = {}, const Picture* input = nullptr,
                    int row = strip_pixels);

    // An access to memory outside of the program. The caller stores the address of the strip's
    // first pixel in at[entry] before a run. The type of the memory depends on op: a CoarseStrip
    // for load_upsampled; rows of floats aligned to 64 bytes for load_input, load_core, store_core,
    // store_output and reduce; the buffer's storage for load_buffer and store_buffer; floats at any
    // address for load_neighbor; a block for load_weight; a table for lookup. bind() sets at[entry]
    // of load_input and reduce to a row that the caller fills or reads, unless the program reads
    // codes of the input, see input_codes.h.
    struct Access {
        Op op;
        uint16_t index;
        uint16_t entry;
        bool codes = false;  // load_input only: whether the program reads codes directly
        bool operator==(const Access&) const = default;
    };
    const std::vector<Access>& accesses() const { return accesses_; }
    bool empty() const { return steps_.empty() && accesses_.empty(); }

    // Number of scratch floats, and number of address table entries, that each thread needs.
    size_t scratch_floats() const { return static_cast<size_t>(rows_) * static_cast<size_t>(row_); }
    size_t entries() const { return entries_; }
    // Fills the address table. scratch is aligned to 64 bytes; uniforms has one block per uniform.
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
    std::shared_ptr<const MachineCode> code_;  // machine code that the steps call
    size_t entries_ = 0;
    int rows_ = 0;
    int row_ = strip_pixels;  // number of floats of a row
};

// Fills a block with a number.
inline void fill_block(float* block, float value) {
    for (int i = 0; i < block_floats; ++i) block[i] = value;
}

// Returns the loop of an operation for an instruction set. uniform: bit i is set if operand i is a
// block.
PointLoop find_loop(Op op, unsigned uniform, const InstructionSet& set = {});
// Loads and stores of buffers, tables and positions.
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

// ---------------------------------------------------------------------------------------------------------------
// For tests: a function of the loops, and the name of its implementation on this machine's best
// instruction set. "formula" is the template of kernels/math.
struct Body {
    const char* function;
    const char* name;
};

Body math_body();
// Returns whether PQ decoding, BT.1886 and cube roots use fits or segments instead of the
// templates.
bool has_fits();
Body lookup_body();

}  // namespace tonelift
