// SPDX-License-Identifier: BSD-2-Clause
//
// The reshaping of Dolby Vision (tonelift/dolby_vision.h) as a plan computes it: what kinds of
// functions there are decides about the operations of the plan, and all else is numbers that come
// with each frame.
#pragma once

#include <tonelift/dolby_vision.h>

#include <array>
#include <vector>

namespace tonelift {

constexpr int reshaping_pieces = 8;
constexpr int mmr_orders = 3;
constexpr int mmr_terms = 7;

// The functions that a plan has operations for.
struct ReshapingForm {
    struct Component {
        bool polynomial;  // in pieces
        int mmr;          // pieces of MMR
        bool operator==(const Component&) const = default;
    };
    // The usual form of profile 5.
    std::array<Component, 3> component{{{true, 0}, {false, 1}, {false, 1}}};
    bool operator==(const ReshapingForm&) const = default;
};

// The form that holds both.
ReshapingForm joined(const ReshapingForm& a, const ReshapingForm& b);
ReshapingForm form_of(const tonelift_dolby_vision& metadata);

// What is wrong with the metadata; nullptr: nothing.
const char* fault_of(const tonelift_dolby_vision& metadata);

// Numbers that come with a frame, in this order: for each component, if its form has polynomials,
// eight PieceNumbers, then a MmrNumbers for each piece of MMR; then MatrixNumbers.
struct PieceNumbers {
    float start;  // of the piece, a sample
    float end;
    float step;   // added from the start on
    float slope;  // times the way from the start, within the piece
    float bend;   // times the square of it
};
struct MmrNumbers {
    float start;  // half a code before the piece, so that rounding does not matter
    float end;    // half a code before the next one
    float constant;
    std::array<std::array<float, mmr_terms>, mmr_orders> factor;
};
struct MatrixNumbers {
    std::array<std::array<float, 4>, 3> ycc_to_rgb;  // the last column is added
    std::array<std::array<float, 3>, 3> rgb_to_2020;
};

int count_of_numbers(const ReshapingForm& form);

// Appends the numbers of a frame whose metadata has no fault and whose form is held by `form`.
void append_numbers(const tonelift_dolby_vision& metadata, const ReshapingForm& form,
                    std::vector<float>& numbers);

}  // namespace tonelift
