// SPDX-License-Identifier: BSD-2-Clause
//
// Emits a point program over the pixels of a chunk as PTX. All loads come first, then groups of
// pixels, then all stores. Each instruction is emitted for all pixels of a group, which hides
// latency.
#pragma once

#include <array>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "kernels/cuda/emit/frame_access.h"
#include "kernels/cuda/emit/idle_part.h"
#include "kernels/cuda/emit/input_emitter.h"
#include "kernels/cuda/emit/kept_rows.h"
#include "kernels/cuda/emit/ptx_functions.h"
#include "kernels/cuda/emit/upsampled_emitter.h"

namespace tonelift::cuda {

// The registers of a marker of kernels/device/places.cuh. The program that replaces the marker uses
// them.
struct Chunk {
    int pixels = 0;  // number of pixels in all rows
    std::string x;
    std::vector<std::string> y;     // y of one row, or of an even row and the row after it
    std::string own;                // number of rows whose stores and reductions take effect
    bool on_grid = false;           // whether x is known to be inside the grid
    bool goes_down = false;         // whether the next chunk is below this chunk
    std::vector<std::string> core;  // for load_core: all pixels of output 0, then of output 1 ...
    std::vector<std::vector<std::string>> result;  // for store_core or store_output: [index][pixel]

    int rows() const { return static_cast<int>(y.size()); }
    int columns() const { return pixels / rows(); }
    int row_of(int pixel) const { return pixel / columns(); }
    int column_of(int pixel) const { return pixel % columns(); }
    const std::string& y_of(int pixel) const { return y[static_cast<size_t>(row_of(pixel))]; }
};

class ChunkEmitter {
  public:
    // `vectors` is whether the planes of the input frame have addresses and pitches that are
    // multiples of 16 bytes. `functions` receives the functions that the program calls. If it is
    // null, they are inlined.
    ChunkEmitter(const FrameAccess& frame, const Chunk& chunk, bool vectors, std::string prefix,
                 ptx::Functions* functions);

    std::string emit(const PointProgram& program);
    // Returns the output components whose stored values are known to be within the range of codes,
    // as a bit set.
    unsigned within_codes() const { return given_ & ~beyond_codes_; }
    // Returns the number of values that a row shares with the next row
    // (kernels/cuda/emit/kept_rows.h).
    size_t kept() const { return kept_.size(); }

  private:
    using Number = ptx::Number;

    void find_loads(const PointProgram& program);
    void begin_row(int row, const std::string& inside);
    void add_upsamplings(const PointProgram& program);
    RowLoad buffer_load(int buffer, int row);
    std::string address(int entry, int sample_bytes, int row);
    std::string inside_test();
    void prepare_effects(const PointProgram& program);
    void run_group(const IdlePart& part, int first, int pixels);
    void run(std::span<const Instruction> code, int first);
    void run_idle_part(const IdlePart& part, int first);
    std::string any_switch(const IdlePart& part);
    void run_pixel(const Instruction& instruction, int pixel, std::vector<Number>& values);
    void access(const Instruction& instruction, const Number* in, Number* out, int pixel);
    Number operand(const Operand& operand, const std::vector<Number>& values) const;
    Number buffer_value(int buffer, int pixel);
    Number coordinate(const std::string& origin, int offset);
    void take_output(int index, const Number& value, int pixel);
    void take_result(int index, const Number& value, int pixel);
    void keep_core(int index, const Number& value, int pixel);
    std::string counts(int pixel);
    void reduce(int reduction, const Number& value, int pixel);
    void count(int reduction, const Number& value, const std::string& counts);
    void take_key(int reduction, const Number& value, const std::string& counts);
    void add_up(int reduction, const Number& value, const std::string& counts);
    void store_all();
    void store_row(int entry, Storage storage, std::span<const Number> values, int row);
    void add_totals();

    const FrameAccess& frame_;
    const Chunk& chunk_;
    bool vectors_;
    PtxWriter to_;
    ptx::Functions* functions_;
    std::unique_ptr<InputEmitter> input_;
    std::map<int, UpsampledEmitter> upsampled_;  // indexed by upsampling
    std::vector<RowLoad> loads_;
    KeptRows kept_;
    std::map<int, size_t> buffer_loads_;         // by buffer: index in loads_ of its first row
    std::vector<std::vector<Number>> values_;    // values of the program, per pixel of the group
    std::map<int, std::vector<Number>> stored_;  // stored values, by entry
    std::map<int, Number> sums_;                 // sum over the chunk, by reduction
    std::vector<std::string> effects_;           // per row: predicate; true if it has effects
    std::vector<std::string> limit_;             // per row: first column that is not reduced
    unsigned given_ = 0;              // bit set: components of the output that were stored
    std::array<float, 4> factors_{};  // of the stored components, see chroma_factor.h
    unsigned beyond_codes_ = 0;       // bit set: components that may be out of range
};

}  // namespace tonelift::cuda
