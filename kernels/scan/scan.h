// SPDX-License-Identifier: BSD-2-Clause
//
// Recurrences along rows and columns on the CPU. Scan in kernels/pass.h defines the results. Values
// are floats in scratch memory of the caller. `value` is filtered in place. `guide` is only read,
// and is nullptr for kinds without a guide.
#pragma once

#include <cstddef>

#include "kernels/instruction_set.h"
#include "kernels/pass.h"

namespace tonelift {

// Largest number of rows, and of columns, per call. The caller divides the picture into such parts.
constexpr int scan_rows_at_once = 16;
constexpr int scan_columns_at_once = 64;

// Returns the number of scratch floats for a call over lines of `length` pixels.
size_t scan_scratch(const Scan& scan, int length);

// Filter rows or columns in place. `pitch` is the number of floats from row to row, a multiple of
// 16. Rows are aligned to 64 bytes.
void scan_rows(const Scan& scan, float* value, const float* guide, int rows, int width,
               ptrdiff_t pitch, float* scratch, const InstructionSet& set = {});
void scan_columns(const Scan& scan, float* value, const float* guide, int columns, int height,
                  ptrdiff_t pitch, float* scratch, const InstructionSet& set = {});

// Filter rows or columns of unorm16 planes, without a float copy of the plane. They are for passes
// whose programs only load and store. `out` may be `value`. `pitch` is the number of samples from
// row to row. Rows may have any width.
void scan_rows_unorm16(const Scan& scan, const uint16_t* value, const uint16_t* guide,
                       uint16_t* out, int rows, int width, ptrdiff_t pitch, float* scratch,
                       const InstructionSet& set = {});
void scan_columns_unorm16(const Scan& scan, const uint16_t* value, const uint16_t* guide,
                          uint16_t* out, int columns, int height, ptrdiff_t pitch, float* scratch,
                          const InstructionSet& set = {});
// Returns the number of scratch floats for the unorm16 versions.
size_t scan_scratch_unorm16(const Scan& scan, int length);

}  // namespace tonelift
