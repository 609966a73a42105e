// SPDX-License-Identifier: BSD-2-Clause
//
// Emits the loads of a chunk. Inside the picture, adjacent pixels of a row are loaded as vectors of
// 32-bit words. At the edges, each sample is loaded from a clamped column. Padded rows are loaded
// as vectors everywhere.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/cuda/emit/ptx_math.h"
#include "kernels/cuda/emit/ptx_writer.h"
#include "kernels/pass.h"

namespace tonelift::cuda {

// A load of pixels first .. first + count - 1 of a row. Pixels are numbered relative to column x.
struct RowLoad {
    std::string base;  // address of the plane
    std::string pitch;
    std::string y;  // register of the row's index; x is a register, too
    std::string x;
    std::string last;  // register or number: last column of the plane
    int first = 0;
    int count = 0;
    int sample_bytes = 0;
    int samples = 1;  // number of samples per pixel
    // Whether three samples of 10 bits share a word of the row (v210). The loaded samples have two
    // bytes each.
    bool in_words = false;
    int chunk_row = 0;           // first row of the chunk that needs this load
    bool columns_first = false;  // see load_rows()
    uint32_t mask = ~0u;         // valid bits of a word
    std::string row;             // address of the row, set when it is loaded
    // Address of pixel x if rows are padded to whole chunks, else "". In padded rows, vectors are
    // loaded even at the edges.
    std::string start;
    std::vector<std::string> words;  // set when loaded

    int pixel_bytes() const { return sample_bytes * samples; }
    bool holds(int pixel) const { return pixel >= first && pixel < first + count; }
};

// Emits the loads that are first needed by row `chunk_row` of the chunk. inside: predicate that
// allows vector loads of unpadded rows; "" if vector loads are never allowed. The address of a
// pixel is the address of its row plus the offset of its column. If the chunks of a thread are one
// below the other, it is the address of the column plus the offset of the row, so that the address
// of the column stays in a register.
void load_rows(PtxWriter& to, std::vector<RowLoad>& loads, int chunk_row,
               const std::string& inside);

// 2^23. All floats from 2^23 to 2^24 are integers, so the low bits are the code.
constexpr float code_base = 8388608.0f;

// A register that contains 2^23 as a float. The driver's compiler does not know its value. If the
// value were a constant, the compiler would move the selector of each prmt.b32 into a register
// instead.
constexpr const char* code_base_register = "%tcb";

// Returns a loaded sample. For integer formats it is 2^23 + code, and for float formats the float
// itself.
std::string biased_code(PtxWriter& to, const RowLoad& load, int pixel, int sample);
// Returns a sample of 4 bytes, unchanged.
std::string float_sample(PtxWriter& to, const RowLoad& load, int pixel, int sample);
// Returns the value of a pixel of one of the plan's planes.
ptx::Number plane_sample(PtxWriter& to, const RowLoad& load, int pixel, Storage storage);

}  // namespace tonelift::cuda
