// SPDX-License-Identifier: BSD-2-Clause
//
// Copies test pictures to buffers in host memory, and back.
#pragma once

#include <tonelift/tonelift.h>

#include "tests/gstreamer/element.h"
#include "tests/support/test_picture.h"

namespace tonelift {

// Returns the video that the element assumes for HDR10 caps without a chroma site.
tonelift_video hdr10_of_caps(int width, int height);

// Returns a buffer with a picture. Each row ends with `padding` unused bytes.
BufferHandle buffer_of(const TestPicture& picture, int padding = 0);
// Returns the picture in a buffer. It has the format and size of `like`.
TestPicture picture_of(GstBuffer* buffer, const TestPicture& like);

}  // namespace tonelift
