// SPDX-License-Identifier: BSD-2-Clause
//
// A synthetic scene for tests: gradients, texture, edges and colors, which pictures have and noise
// lacks.
#pragma once

#include <vector>

#include "tests/support/test_picture.h"

namespace tonelift {

// Draws the scene. frame: moves the moving parts and changes the light slightly. YUV of more than 8
// bits is darker, like PQ-coded pictures.
void draw_scene(TestPicture& picture, int frame);

// Returns frames 0, 1, ... of the scene.
std::vector<TestPicture> scene_frames(const Picture& picture, int count);

}  // namespace tonelift
