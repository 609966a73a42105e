// SPDX-License-Identifier: BSD-2-Clause
// Prepares the reshaping of Dolby Vision (tonelift/dolby_vision.h).
#pragma once

#include <tonelift/dolby_vision.h>

#include <array>
#include <vector>

namespace tonelift {

constexpr int reshaping_pieces = 8;
constexpr int mmr_orders = 3;
constexpr int mmr_terms = 7;

struct ReshapingForm {
    struct Component {
        bool polynomial;
        int mmr;
        bool operator==(const Component&) const = default;
    };
    // The usual form of profile 5.
    std::array<Component, 3> component{{{true, 0}, {false, 1}, {false, 1}}};
    bool operator==(const ReshapingForm&) const = default;
};

ReshapingForm joined(const ReshapingForm& a, const ReshapingForm& b);
ReshapingForm form_of(const tonelift_dolby_vision& metadata);

// Returns nullptr for valid metadata, else a text that describes the fault.
const char* fault_of(const tonelift_reshaping& of);
const char* fault_of(const tonelift_dolby_vision& metadata);

// The numbers of a frame are PieceNumbers and MmrNumbers of each component, then MatrixNumbers.
struct PieceNumbers {
    float start;
    float end;
    float step;
    float slope;
    float bend;
};
struct MmrNumbers {
    float start;  // lowered by half a code, so that rounding does not select another piece
    float end;
    float constant;
    std::array<std::array<float, mmr_terms>, mmr_orders> factor;
};
struct MatrixNumbers {
    std::array<std::array<float, 4>, 3> ycc_to_rgb;
    std::array<std::array<float, 3>, 3> rgb_to_2020;
};

int count_of_numbers(const ReshapingForm& form);

// `form` must include all kinds of functions that the metadata uses.
void append_numbers(const tonelift_dolby_vision& metadata, const ReshapingForm& form,
                    std::vector<float>& numbers);

}  // namespace tonelift
