// SPDX-License-Identifier: BSD-2-Clause
// Draws a synthetic scene for tests, with the gradients, texture, edges and colors of a natural
// picture.
#pragma once

#include <vector>

#include "tests/support/test_picture.h"

namespace tonelift {

// Draws frame number `frame` of the scene. From frame to frame, parts of the scene move, and the
// scene becomes slightly darker.
void draw_scene(TestPicture& picture, int frame);

std::vector<TestPicture> scene_frames(const Picture& picture, int count);

}  // namespace tonelift
