// SPDX-License-Identifier: BSD-2-Clause
//
// Recurrences along rows and columns on the CPU. Contract in kernels/pass.h (Scan). Values are
// floats in scratch that the caller owns; `value` is changed in place, `guide` is only read
// (nullptr where the kind takes none).
#pragma once

#include <cstddef>

#include "kernels/pass.h"

namespace tonelift {

// Rows and columns that one call handles best; the caller passes at most that many.
constexpr int scan_rows_at_once = 16;
constexpr int scan_columns_at_once = 64;

// Floats of scratch that a call over a line of `length` pixels needs.
size_t scan_scratch(const Scan& scan, int length);

// pitch: floats from row to row, a multiple of 16, the rows aligned to 64 bytes.
void scan_rows(const Scan& scan, float* value, const float* guide, int rows, int width,
               ptrdiff_t pitch, float* scratch);
void scan_columns(const Scan& scan, float* value, const float* guide, int columns, int height,
                  ptrdiff_t pitch, float* scratch);

// The same for planes stored as unorm16, from memory to memory without a float copy of the plane,
// for the passes whose programs do nothing but load and store: `out` may be `value`. pitch: samples
// from row to row. Rows of any width.
void scan_rows_unorm16(const Scan& scan, const uint16_t* value, const uint16_t* guide,
                       uint16_t* out, int rows, int width, ptrdiff_t pitch, float* scratch);
void scan_columns_unorm16(const Scan& scan, const uint16_t* value, const uint16_t* guide,
                          uint16_t* out, int columns, int height, ptrdiff_t pitch, float* scratch);
// Floats of scratch for the unorm16 forms.
size_t scan_scratch_unorm16(const Scan& scan, int length);

// The definition, in plain double arithmetic over one line of n values.
void scan_line_plain(const Scan& scan, double* value, const double* guide, int n);

}  // namespace tonelift
