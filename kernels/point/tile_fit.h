// SPDX-License-Identifier: BSD-2-Clause
//
// Tile fits replace a smooth point program in a tile of the picture by a polynomial of its inputs.
// The inputs of a tile span a box. The program is evaluated at some points of the box. The
// polynomial passes through the center of the box and through points on its axes. Its error is
// measured at the corners, and at two more points on the first axis.
//
// With u the inputs, each scaled to [-1,1], the terms are: a constant, u_k, u_k^2, u_k u_l, and
// u_0^3 and u_0^4, because luma varies most.
#pragma once

#include <array>
#include <span>

#include "kernels/instruction_set.h"

namespace tonelift {

constexpr int tile_width = 16;
constexpr int tile_height = 8;
// Number of adjacent tiles in a run. The tiles of a run are fitted together.
constexpr int run_tiles = 32;
constexpr int run_pixels = run_tiles * tile_width;

constexpr int fit_inputs = 3;
constexpr int fit_outputs = 3;
constexpr int fit_corners = 1 << fit_inputs;

// Number of points of a box: its center, both ends of each axis, the corners, and four more points
// on the first axis. The polynomial passes through two of these four, and the other two check it.
constexpr int fit_points = 5 + 2 * fit_inputs + fit_corners;
constexpr int fit_products = fit_inputs * (fit_inputs - 1) / 2;
constexpr int fit_terms = 3 + 2 * fit_inputs + fit_products;

// The rows of a component in a run, as floats aligned to 64 bytes.
struct RunRows {
    float* first = nullptr;
    ptrdiff_t pitch = 0;  // in floats
    int rows = 0;         // at most tile_height
    float* row(int y) const { return first + y * pitch; }
};

// The boxes of tiles, by input and box. Arrays of boxes are padded to a multiple of block_floats.
struct TileBoxes {
    alignas(64) std::array<std::array<float, run_tiles>, fit_inputs> middle;
    alignas(64) std::array<std::array<float, run_tiles>, fit_inputs> reach;  // half the range
};

// The polynomials of boxes, and upper bounds of their errors. Errors are measured at points that
// the polynomials do not pass through. The inputs of a polynomial are relative to the middle of the
// box.
struct TileFits {
    using Term = std::array<float, run_tiles>;
    alignas(64) std::array<std::array<Term, fit_terms>, fit_outputs> terms;
    alignas(64) std::array<Term, fit_outputs> error;
};

// Finds the middle and the half range of an input in each of the first `tiles` tiles of a run.
void find_boxes(const RunRows& rows, int input, int tiles, TileBoxes& boxes,
                const InstructionSet& set = {});

// Stores the coordinates of all points of the first `slots` boxes. Point p of box i is at index p *
// slots + i.
void place_points(const TileBoxes& boxes, int slots, std::span<float* const, fit_inputs> inputs,
                  const InstructionSet& set = {});

// Fits the polynomials of one output. `values` contains the output at the points, in the order of
// place_points().
void fit_tiles(const TileBoxes& boxes, int slots, const float* values, int output, TileFits& fits,
               const InstructionSet& set = {});

// Evaluates the polynomials of box `box` for the pixels of tile `tile`.
void evaluate_fit(const TileBoxes& boxes, const TileFits& fits, int box, int tile,
                  std::span<const RunRows, fit_inputs> inputs,
                  std::span<const RunRows, fit_outputs> outputs, const InstructionSet& set = {});

}  // namespace tonelift
