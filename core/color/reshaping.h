// SPDX-License-Identifier: BSD-2-Clause
//
// Prepares the reshaping of Dolby Vision (tonelift/dolby_vision.h) for a plan. A plan is made for
// certain kinds of functions. All parameters of the functions are numbers that change with each
// frame.
#pragma once

#include <tonelift/dolby_vision.h>

#include <array>
#include <vector>

namespace tonelift {

constexpr int reshaping_pieces = 8;
constexpr int mmr_orders = 3;
constexpr int mmr_terms = 7;

// The kinds of functions that a plan has operations for.
struct ReshapingForm {
    struct Component {
        bool polynomial;  // has polynomial pieces
        int mmr;          // number of MMR pieces
        bool operator==(const Component&) const = default;
    };
    // The usual form of profile 5.
    std::array<Component, 3> component{{{true, 0}, {false, 1}, {false, 1}}};
    bool operator==(const ReshapingForm&) const = default;
};

// Returns the smallest form that covers both a and b.
ReshapingForm joined(const ReshapingForm& a, const ReshapingForm& b);
ReshapingForm form_of(const tonelift_dolby_vision& metadata);

// Returns nullptr if the metadata is valid, else a text that says what is wrong.
const char* fault_of(const tonelift_reshaping& of);
const char* fault_of(const tonelift_dolby_vision& metadata);

// The numbers of a frame are stored in this order. Each component has eight PieceNumbers if its
// form has polynomials, and then one MmrNumbers per piece of MMR. MatrixNumbers come last.
struct PieceNumbers {
    float start;  // start of the piece, as a sample value
    float end;
    float step;   // added to all samples from `start` on
    float slope;  // factor of the distance from the start, within the piece
    float bend;   // factor of the squared distance
};
struct MmrNumbers {
    float start;  // half a code before the piece, so that rounding does not select another piece
    float end;    // half a code before the next piece
    float constant;
    std::array<std::array<float, mmr_terms>, mmr_orders> factor;
};
struct MatrixNumbers {
    std::array<std::array<float, 4>, 3> ycc_to_rgb;  // the last column is an offset
    std::array<std::array<float, 3>, 3> rgb_to_2020;
};

int count_of_numbers(const ReshapingForm& form);

// Appends the numbers of a frame. Its metadata must be valid, and `form` must cover its form.
void append_numbers(const tonelift_dolby_vision& metadata, const ReshapingForm& form,
                    std::vector<float>& numbers);

}  // namespace tonelift
