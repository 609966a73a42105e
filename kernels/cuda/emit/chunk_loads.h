// SPDX-License-Identifier: BSD-2-Clause
//
// The loads of a chunk: neighboring pixels of a row, as the 32-bit words that hold them. Inside of
// the picture a row is loaded as vectors; at its ends every sample is loaded at a clamped place,
// unless rows are padded.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/cuda/emit/ptx_math.h"
#include "kernels/cuda/emit/ptx_writer.h"
#include "kernels/pass.h"

namespace tonelift::cuda {

// The load of pixels first .. first + count - 1 of a row, counted from pixel x of that plane.
struct RowLoad {
    std::string base;  // address of the plane
    std::string pitch;
    std::string y;  // register, as x
    std::string x;
    std::string last;  // register or number: the plane's last column
    int first = 0;
    int count = 0;
    int sample_bytes = 0;
    int samples = 1;             // of a pixel
    bool in_words = false;       // three samples of 10 bits share a word of the row (v210); they
                                 // are loaded as if each had two bytes
    int chunk_row = 0;           // the first of the chunk that needs it
    bool columns_first = false;  // see load_rows()
    uint32_t mask = ~0u;         // bits of a word that count
    std::string row;             // address of the row, made when loaded
    std::string start;           // address of pixel x where rows are padded to whole chunks and
                                 // vectors are loaded even at their ends; else ""
    std::vector<std::string> words;  // filled when loaded

    int pixel_bytes() const { return sample_bytes * samples; }
    bool holds(int pixel) const { return pixel >= first && pixel < first + count; }
};

// Writes the loads that a row of the chunk is the first to need. inside: a predicate that tells
// whether rows that are not padded may be loaded as vectors; "" where they never may. An address is
// that of a row and then of a column, or the other way round where a chunk goes down the columns,
// which then stays in registers.
void load_rows(PtxWriter& to, std::vector<RowLoad>& loads, int chunk_row,
               const std::string& inside);

// The floats from here to twice as much are the integers: their low bits are a code.
constexpr float code_base = 8388608.0f;  // 2^23

// A sample after its load, as 2^23 + code where it is an integer.
std::string biased_code(PtxWriter& to, const RowLoad& load, int pixel, int sample);
// A sample of 4 bytes, as it is.
std::string float_sample(PtxWriter& to, const RowLoad& load, int pixel, int sample);
// The value of a plane of the plan.
ptx::Number plane_sample(PtxWriter& to, const RowLoad& load, int pixel, Storage storage);

}  // namespace tonelift::cuda
