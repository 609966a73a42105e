// SPDX-License-Identifier: BSD-2-Clause
// Checks the reshaping metadata of Dolby Vision (tonelift/dolby_vision.h), and converts it to the
// numbers that a plan reads with each frame.
#pragma once

#include <tonelift/dolby_vision.h>

#include <array>
#include <vector>

namespace tonelift {

// Maxima in Dolby Vision metadata: pieces per component, order of a piece with MMR (multivariate
// multiple regression), and factors per order.
constexpr int reshaping_pieces = 8;
constexpr int mmr_orders = 3;
constexpr int mmr_terms = 7;

struct ReshapingForm {
    struct Component {
        bool polynomial;
        int mmr;
        bool operator==(const Component&) const = default;
    };
    // The default is the usual form of profile 5: polynomials for luma, and one MMR piece for each
    // chroma component.
    std::array<Component, 3> component{{{true, 0}, {false, 1}, {false, 1}}};
    bool operator==(const ReshapingForm&) const = default;
};

ReshapingForm joined(const ReshapingForm& a, const ReshapingForm& b);
ReshapingForm form_of(const tonelift_dolby_vision& metadata);

// Return nullptr for valid metadata, else a message that describes the error.
const char* fault_of(const tonelift_reshaping& of);
const char* fault_of(const tonelift_dolby_vision& metadata);

// append_numbers() appends PieceNumbers and MmrNumbers for each component, then MatrixNumbers for
// the frame.
struct PieceNumbers {
    float start;
    float end;
    float step;
    float slope;
    float bend;
};
struct MmrNumbers {
    // `start` and `end` are lowered by half a 10-bit code, so that rounding errors do not select
    // another piece.
    float start;
    float end;
    float constant;
    std::array<std::array<float, mmr_terms>, mmr_orders> factor;
};
struct MatrixNumbers {
    std::array<std::array<float, 4>, 3> ycc_to_rgb;
    std::array<std::array<float, 3>, 3> rgb_to_2020;
};

int count_of_numbers(const ReshapingForm& form);

// Appends the reshaping parameters of one frame to `numbers`. `form` must include all kinds of
// functions that the metadata uses.
void append_numbers(const tonelift_dolby_vision& metadata, const ReshapingForm& form,
                    std::vector<float>& numbers);

}  // namespace tonelift
