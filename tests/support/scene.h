// SPDX-License-Identifier: BSD-2-Clause
// A synthetic scene for tests, with the gradients, texture, edges and colors of a natural picture.
#pragma once

#include <vector>

#include "tests/support/test_picture.h"

namespace tonelift {

// `frame` moves parts of the scene and slightly changes the light.
void draw_scene(TestPicture& picture, int frame);

std::vector<TestPicture> scene_frames(const Picture& picture, int count);

}  // namespace tonelift
