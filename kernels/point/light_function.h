// SPDX-License-Identifier: BSD-2-Clause
//
// Finds the values of a point program that depend only on the light of a pixel. A LightTable has
// these values, so that the program does not need to compute them for each pixel.
#pragma once

#include <optional>
#include <vector>

#include "kernels/pass.h"

namespace tonelift {

struct LightFunction {
    // Reads the light as filter result 0, and writes the results as filter inputs, in the order of
    // `results`.
    PointProgram program;
    PointProgram rest;   // the original program without the instructions that `program` replaces
    size_t place = 0;    // number of instructions of `rest` before the first that can read a result
    uint16_t light = 0;  // the value of `rest` that is the light
    std::vector<uint16_t> results;  // values of `rest`; 1 to most_light_functions
};

// Returns the function that saves the most time, or none if no table would save time. The light is
// a luminance, or an operand of pq_encode.
std::optional<LightFunction> find_light_function(const PointProgram& program);

}  // namespace tonelift
