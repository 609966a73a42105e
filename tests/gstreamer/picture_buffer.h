// SPDX-License-Identifier: BSD-2-Clause
//
// Converts test pictures to buffers of host memory and back.
#pragma once

#include <tonelift/tonelift.h>

#include "tests/gstreamer/element.h"
#include "tests/support/test_picture.h"

namespace tonelift {

// Returns the video that the element assumes for HDR10 caps without a chroma site.
tonelift_video hdr10_of_caps(int width, int height);

// Returns a buffer with the samples of a picture, whose rows end with `padding` unused bytes.
BufferHandle buffer_of(const TestPicture& picture, int padding = 0);
// Returns the samples of a buffer with the format and size of `like`.
TestPicture picture_of(GstBuffer* buffer, const TestPicture& like);

}  // namespace tonelift
