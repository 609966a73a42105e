// SPDX-License-Identifier: BSD-2-Clause
//
// Emits loads of adjacent pixels of a row from device memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/cuda/emit/ptx_math.h"
#include "kernels/cuda/emit/ptx_writer.h"
#include "kernels/pass.h"

namespace tonelift::cuda {

// Describes a load of the pixels x + first to x + first + count - 1 of a row. Strings are names of
// registers.
struct RowLoad {
    std::string base;
    std::string pitch;
    std::string y;
    std::string x;
    std::string last;
    int first = 0;
    int count = 0;
    int sample_bytes = 0;
    int samples = 1;
    // true if each 32-bit word has three samples of 10 bits (v210)
    bool in_words = false;
    int chunk_row = 0;
    int part = 0;  // see InputEmitter::parts()
    bool columns_first = false;
    uint32_t mask = ~0u;
    std::string row;
    // Address of pixel x if the rows are padded to whole chunks, else "".
    std::string start;
    std::vector<std::string> words;

    int pixel_bytes() const { return sample_bytes * samples; }
    bool holds(int pixel) const { return pixel >= first && pixel < first + count; }
};

// A row of a chunk, and a part of its loads (InputEmitter::parts()).
struct RowPart {
    int row;
    int part = 0;
};

// Emits vector loads for padded rows. For unpadded rows, emits both vector loads and loads of
// single pixels. The kernel runs the vector loads if the predicate `inside` is true, else the loads
// of single pixels. If `inside` is "", emits no vector loads for unpadded rows.
void load_rows(PtxWriter& to, std::vector<RowLoad>& loads, RowPart of, const std::string& inside);

// 2^23. The low 23 bits of a float in [2^23, 2^24) are the integer by which the float exceeds 2^23.
constexpr float code_base = 8388608.0f;

// Name of a register that contains the bits of the float 2^23. In kernels that store the output,
// FrameAccess::begin() hides from the driver's compiler that this value is constant. Otherwise, the
// compiler would load the constant again before each use.
constexpr const char* code_base_register = "%tcb";

// Returns the float 2^23 + code of an integer sample with at most 16 bits. float_sample() returns
// the value of a float sample.
std::string biased_code(PtxWriter& to, const RowLoad& load, int pixel, int sample);
std::string float_sample(PtxWriter& to, const RowLoad& load, int pixel, int sample);
ptx::Number plane_sample(PtxWriter& to, const RowLoad& load, int pixel, Storage storage);

}  // namespace tonelift::cuda
