// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <tonelift/tonelift.h>

#include "tests/gstreamer/element.h"
#include "tests/support/test_picture.h"

namespace tonelift {

tonelift_video hdr10_of_caps(int width, int height);

BufferHandle buffer_of(const TestPicture& picture, int padding = 0);
TestPicture picture_of(GstBuffer* buffer, const TestPicture& like);

}  // namespace tonelift
