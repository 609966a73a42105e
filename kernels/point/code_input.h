// SPDX-License-Identifier: BSD-2-Clause
//
// Machine code that reads samples of the input picture as integer codes.
#pragma once

#include <optional>

#include "kernels/point/code_math.h"
#include "kernels/point/input_codes.h"

namespace tonelift::code {

// Addresses for a vector of pixels in a plane with half the width of the picture.
struct NarrowRows {
    asmjit::x86::Mem above;
    asmjit::x86::Mem below;
    asmjit::x86::Mem weights;  // weight of the row below; see InputStrip::place_narrow()
};

// Interpolated samples of a plane in which Cb and Cr alternate. The vector is kept for the second
// component.
using ChromaPairs = std::optional<asmjit::x86::Vec>;

// Both functions return values in the nominal range of the component.
Number input_of_row(CodeWriter& writer, const InputCodes& how, const asmjit::x86::Mem& row);
Number input_between_rows(CodeWriter& writer, const InputCodes& how, const NarrowRows& rows,
                          ChromaPairs& pairs);

}  // namespace tonelift::code
