// SPDX-License-Identifier: BSD-2-Clause
//
// Emits loads of adjacent pixels of a row.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/cuda/emit/ptx_math.h"
#include "kernels/cuda/emit/ptx_writer.h"
#include "kernels/pass.h"

namespace tonelift::cuda {

// A load of the pixels x + first to x + first + count - 1 of a row.
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
    // whether a word has three samples of 10 bits (v210)
    bool in_words = false;
    int chunk_row = 0;
    bool columns_first = false;
    uint32_t mask = ~0u;
    std::string row;
    // Address of pixel x if the rows are padded, else "".
    std::string start;
    std::vector<std::string> words;

    int pixel_bytes() const { return sample_bytes * samples; }
    bool holds(int pixel) const { return pixel >= first && pixel < first + count; }
};

// Emits vector loads for padded rows. Other rows have vector loads where the predicate `inside` is
// true, and loads of single pixels elsewhere. If `inside` is "", other rows have no vector loads.
void load_rows(PtxWriter& to, std::vector<RowLoad>& loads, int chunk_row,
               const std::string& inside);

// The low bits of a float in [2^23, 2^24) are its difference from 2^23, an integer.
constexpr float code_base = 8388608.0f;

// A register that contains 2^23 as a float, hidden from the driver's compiler.
constexpr const char* code_base_register = "%tcb";

// Returns 2^23 + code for integer formats, and the sample itself for float formats.
std::string biased_code(PtxWriter& to, const RowLoad& load, int pixel, int sample);
std::string float_sample(PtxWriter& to, const RowLoad& load, int pixel, int sample);
ptx::Number plane_sample(PtxWriter& to, const RowLoad& load, int pixel, Storage storage);

}  // namespace tonelift::cuda
