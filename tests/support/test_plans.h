// SPDX-License-Identifier: BSD-2-Clause
// Makes plans and frames by hand, for tests of executors.
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

constexpr float test_peaks[] = {4.9f, 1.0f};

Batch batch_of(const std::vector<TestPicture>& in, const std::vector<TestPicture>& out);

void run_frame(const Plan& plan, const TestPicture& in, const TestPicture& out, int threads,
               std::array<float, 2> peaks = {1, 1}, const InstructionSet& set = {});

std::vector<TestPicture> pictures(const Picture& picture, int count, uint32_t seed);

PointProgram some_look();
Plan point_plan(const Picture& in, const Picture& out);

PointProgram copy_program();

Plan local_plan(const Picture& in, const Picture& out);

}  // namespace tonelift
