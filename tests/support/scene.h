// SPDX-License-Identifier: BSD-2-Clause
//
// A drawn picture for tests: gradients, texture, edges and colors, as pictures have them and noise
// has not.
#pragma once

#include <vector>

#include "tests/support/test_picture.h"

namespace tonelift {

// frame: moves what moves and changes the light a little. YUV of more than 8 bits is darker, as
// PQ-coded pictures are.
void draw_scene(TestPicture& picture, int frame);

// Frames 0, 1, ... of it.
std::vector<TestPicture> scene_frames(const Picture& picture, int count);

}  // namespace tonelift
