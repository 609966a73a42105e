// SPDX-License-Identifier: BSD-2-Clause
//
// Approximates a program by polynomials of its inputs. Each tile of pixels has one polynomial per
// output.
#pragma once

#include <array>
#include <span>

#include "kernels/instruction_set.h"

namespace tonelift {

constexpr int tile_width = 16;
constexpr int tile_height = 8;
constexpr int run_tiles = 32;
constexpr int run_pixels = run_tiles * tile_width;

constexpr int fit_inputs = 3;
constexpr int fit_outputs = 3;
constexpr int fit_corners = 1 << fit_inputs;

// Number of points at which the program runs to fit the polynomials of a tile: the center, two per
// input, four more along the axis of luma, and the corners.
constexpr int fit_points = 5 + 2 * fit_inputs + fit_corners;
constexpr int fit_products = fit_inputs * (fit_inputs - 1) / 2;
constexpr int fit_terms = 3 + 2 * fit_inputs + fit_products;

// Rows of a run of tiles, for one input or output.
struct RunRows {
    float* first = nullptr;
    ptrdiff_t pitch = 0;  // distance between rows, in floats
    int rows = 0;
    float* row(int y) const { return first + y * pitch; }
};

// The boxes of several tiles. A box has the range of each input in its tile: from middle - reach to
// middle + reach.
struct TileBoxes {
    alignas(64) std::array<std::array<float, run_tiles>, fit_inputs> middle;
    alignas(64) std::array<std::array<float, run_tiles>, fit_inputs> reach;
};

// Polynomials of several tiles. `error` is an estimate of the error of each polynomial. `is_short`
// is 1 for a short polynomial and 0 for all others. A short polynomial has only the terms 1, y,
// y^2, b and r. y, b and r are luma, Cb and Cr, scaled to -1 to 1 in the box.
struct TileFits {
    using Term = std::array<float, run_tiles>;
    alignas(64) std::array<std::array<Term, fit_terms>, fit_outputs> terms;
    alignas(64) std::array<Term, fit_outputs> error;
    alignas(64) std::array<Term, fit_outputs> is_short;
};

// Finds the range of one input in each of the first `tiles` tiles.
void find_boxes(const RunRows& rows, int input, int tiles, TileBoxes& boxes,
                const InstructionSet& set = {});

// Copies a tile to adjacent floats, row by row, or back.
void gather_tile(const RunRows& rows, int tile, float* line, const InstructionSet& set = {});
void scatter_tile(const float* line, int tile, const RunRows& rows, const InstructionSet& set = {});

// Writes the points of the first `slots` boxes: for each input, fit_points lines of `slots` values.
// `slots` is a multiple of the number of lanes of every vector.
void place_points(const TileBoxes& boxes, int slots, std::span<float* const, fit_inputs> inputs,
                  const InstructionSet& set = {});

// Fits the polynomials of one output to its values at the points of place_points(). Polynomials are
// shortened where their error then is at most short_error.
void fit_tiles(const TileBoxes& boxes, int slots, const float* values, int output,
               float short_error, TileFits& fits, const InstructionSet& set = {});

// Computes all pixels of a tile by the polynomials of its box.
void evaluate_fit(const TileBoxes& boxes, const TileFits& fits, int box, int tile,
                  std::span<const RunRows, fit_inputs> inputs,
                  std::span<const RunRows, fit_outputs> outputs, const InstructionSet& set = {});

}  // namespace tonelift
