// SPDX-License-Identifier: BSD-2-Clause
//
// Recursive filters along rows and columns on the CPU. Scan in kernels/pass.h defines the filters.
#pragma once

#include <cstddef>

#include "kernels/instruction_set.h"
#include "kernels/pass.h"

namespace tonelift {

// The functions below filter at most this number of rows or columns per call.
constexpr int scan_rows_at_once = 16;
constexpr int scan_columns_at_once = 64;

// Returns the number of floats of scratch memory for rows or columns of `length` pixels.
size_t scan_scratch(const Scan& scan, int length);

// Filters floats in place. `pitch` is the distance between rows in floats, a multiple of 16. Rows
// must be aligned to 64 bytes.
void scan_rows(const Scan& scan, float* value, const float* guide, int rows, int width,
               ptrdiff_t pitch, float* scratch, const InstructionSet& set = {});
void scan_columns(const Scan& scan, float* value, const float* guide, int columns, int height,
                  ptrdiff_t pitch, float* scratch, const InstructionSet& set = {});

// Filters 16-bit samples. `out` can be equal to `value`. `pitch` is in samples, and rows can have
// any width.
void scan_rows_unorm16(const Scan& scan, const uint16_t* value, const uint16_t* guide,
                       uint16_t* out, int rows, int width, ptrdiff_t pitch, float* scratch,
                       const InstructionSet& set = {});
void scan_columns_unorm16(const Scan& scan, const uint16_t* value, const uint16_t* guide,
                          uint16_t* out, int columns, int height, ptrdiff_t pitch, float* scratch,
                          const InstructionSet& set = {});
size_t scan_scratch_unorm16(const Scan& scan, int length);

}  // namespace tonelift
