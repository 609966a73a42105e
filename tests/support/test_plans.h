// SPDX-License-Identifier: BSD-2-Clause
//
// Plans and frames for tests of executors. They are written by hand.
#pragma once

#include <array>
#include <vector>

#include "kernels/batch.h"
#include "kernels/instruction_set.h"
#include "tests/support/program_writer.h"
#include "tests/support/test_picture.h"

namespace tonelift {

struct Size {
    int width;
    int height;
};
constexpr Size test_sizes[] = {{1, 1}, {2, 2}, {17, 31}, {255, 9}, {257, 40}, {1919, 1079}};

constexpr float test_peaks[] = {4.9f, 1.0f};  // peaks of source and target

Batch batch_of(const std::vector<TestPicture>& in, const std::vector<TestPicture>& out);

// Runs one frame on the CPU. It is the first frame of a stream. `peaks` are those of source and
// target.
void run_frame(const Plan& plan, const TestPicture& in, const TestPicture& out, int threads,
               std::array<float, 2> peaks = {1, 1}, const InstructionSet& set = {});

// Returns pictures. Every second one is stored bottom up. Unless `seed` is 0, they have random
// legal codes.
std::vector<TestPicture> pictures(const Picture& picture, int count, uint32_t seed);

// Returns a program that slightly changes contrast and color in YUV. It has every kind of operand,
// results that are used twice, and a copy of the input.
PointProgram some_look();
Plan point_plan(const Picture& in, const Picture& out);

// Returns a program that copies the three components of the input.
PointProgram copy_program();

// Returns a plan with every kind of step: a reduction that is smoothed over time, both kinds of
// scans along both axes, a curve, and the output.
Plan local_plan(const Picture& in, const Picture& out);

}  // namespace tonelift
