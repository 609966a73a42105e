// SPDX-License-Identifier: BSD-2-Clause
//
// Test pictures as buffers of host memory, and back.
#pragma once

#include <tonelift/tonelift.h>

#include "tests/gstreamer/element.h"
#include "tests/support/test_picture.h"

namespace tonelift {

// The video that the element assumes for HDR10 caps without a chroma site.
tonelift_video hdr10_of_caps(int width, int height);

// A buffer with the samples of a picture, whose rows end with `padding` unused bytes.
BufferHandle buffer_of(const TestPicture& picture, int padding = 0);
// The samples of a buffer that has the format and size of `like`.
TestPicture picture_of(GstBuffer* buffer, const TestPicture& like);

}  // namespace tonelift
