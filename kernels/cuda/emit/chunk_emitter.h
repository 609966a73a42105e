// SPDX-License-Identifier: BSD-2-Clause
//
// Emits PTX that runs a program for a chunk, which is a few adjacent pixels of one or more rows.
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

// The names of the registers by which a kernel passes coordinates, filter results and other data to
// an inserted program (kernels/device/splice_points.cuh).
struct Chunk {
    int pixels = 0;
    std::string x;
    std::vector<std::string> y;
    std::string own;
    bool on_grid = false;
    bool goes_down = false;
    std::vector<std::string> core;
    std::vector<std::vector<std::string>> result;

    int rows() const { return static_cast<int>(y.size()); }
    int columns() const { return pixels / rows(); }
    int row_of(int pixel) const { return pixel / columns(); }
    int column_of(int pixel) const { return pixel % columns(); }
    const std::string& y_of(int pixel) const { return y[static_cast<size_t>(row_of(pixel))]; }
};

class ChunkEmitter {
  public:
    // `vectors` must be false if rows of the input frame can start at addresses that are not
    // multiples of 16 bytes. The names of registers and labels start with `prefix`. If `functions`
    // is null, all code is inlined.
    ChunkEmitter(const FrameAccess& frame, const Chunk& chunk, bool vectors, std::string prefix,
                 ptx::Functions* functions);

    std::string emit(const PointProgram& program);
    unsigned within_codes() const { return given_ & ~beyond_codes_; }
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
    void store(int row);
    void store_row(int entry, Storage storage, std::span<const Number> values, int row);
    void add_totals();

    const FrameAccess& frame_;
    const Chunk& chunk_;
    bool vectors_;
    PtxWriter to_;
    ptx::Functions* functions_;
    std::unique_ptr<InputEmitter> input_;
    std::map<int, UpsampledEmitter> upsampled_;
    std::vector<RowLoad> loads_;
    KeptRows kept_;
    std::map<int, size_t> buffer_loads_;
    std::vector<std::vector<Number>> values_;
    std::map<int, std::vector<Number>> stored_;
    std::map<int, Number> sums_;
    std::vector<std::string> effects_;
    std::vector<std::string> limit_;
    unsigned given_ = 0;
    std::array<float, 4> factors_{};
    unsigned beyond_codes_ = 0;
};

}  // namespace tonelift::cuda
