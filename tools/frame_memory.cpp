// SPDX-License-Identifier: BSD-2-Clause
#include "tools/frame_memory.h"

#include "kernels/format.h"

namespace tonelift {

FrameMemory::FrameMemory(const tonelift_video& video) {
    const Format* const format = find_format(video.format);
    for (int plane = 0; plane < format->planes(); ++plane) {
        const auto pitch = static_cast<size_t>(format->row_bytes(plane, video.width));
        planes_.push_back({size_, pitch});
        size_ += pitch * static_cast<size_t>(format->plane_height(plane, video.height));
    }
}

tonelift_frame FrameMemory::planes() {
    tonelift_frame frame;
    tonelift_frame_default(&frame);
    for (size_t plane = 0; plane < planes_.size(); ++plane) {
        frame.data[plane] = row(plane, 0);
        frame.pitch[plane] = static_cast<ptrdiff_t>(pitch(plane));
    }
    return frame;
}

}  // namespace tonelift
