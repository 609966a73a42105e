// SPDX-License-Identifier: BSD-2-Clause
#include "tests/gstreamer/picture_buffer.h"

#include <cstring>

#include "kernels/format.h"
#include "tests/support/api_stream.h"

namespace tonelift {
namespace {

void copy_rows(const Format& format, int plane, const Picture& size, const std::byte* from,
               ptrdiff_t from_pitch, std::byte* to, ptrdiff_t to_pitch) {
    for (int y = 0; y < format.plane_height(plane, size.height); ++y) {
        std::memcpy(to + y * to_pitch, from + y * from_pitch,
                    static_cast<size_t>(format.row_bytes(plane, size.width)));
    }
}

GstVideoInfo info_of(const TestPicture& picture, int padding) {
    const Format& format = picture.format();
    GstVideoInfo info;
    gst_video_info_set_format(&info, gst_video_format_from_string(format.gstreamer),
                              static_cast<guint>(picture.picture().width),
                              static_cast<guint>(picture.picture().height));
    if (padding == 0) return info;
    info.size = 0;
    for (int plane = 0; plane < format.planes(); ++plane) {
        info.stride[plane] += padding;
        info.offset[plane] = info.size;
        info.size += static_cast<gsize>(info.stride[plane]) *
                     static_cast<gsize>(format.plane_height(plane, picture.picture().height));
    }
    return info;
}

GstVideoFrame map(GstBuffer* buffer, const TestPicture& picture, GstMapFlags flags) {
    const GstVideoInfo info = info_of(picture, 0);
    GstVideoFrame frame;
    EXPECT_TRUE(gst_video_frame_map(&frame, &info, buffer, flags));
    return frame;
}

}  // namespace

BufferHandle buffer_of(const TestPicture& picture, int padding) {
    GstVideoInfo info = info_of(picture, padding);
    BufferHandle buffer(gst_buffer_new_allocate(nullptr, info.size, nullptr));
    gst_buffer_add_video_meta_full(buffer.get(), GST_VIDEO_FRAME_FLAG_NONE, info.finfo->format,
                                   static_cast<guint>(info.width), static_cast<guint>(info.height),
                                   info.finfo->n_planes, info.offset, info.stride);
    GstVideoFrame frame = map(buffer.get(), picture, GST_MAP_WRITE);
    for (int plane = 0; plane < picture.format().planes(); ++plane) {
        const auto i = static_cast<size_t>(plane);
        copy_rows(picture.format(), plane, picture.picture(), picture.planes().data[i],
                  picture.planes().pitch[i], static_cast<std::byte*>(frame.data[i]),
                  frame.info.stride[i]);
    }
    gst_video_frame_unmap(&frame);
    return buffer;
}

tonelift_video hdr10_of_caps(int width, int height) {
    tonelift_video video = hdr10_video(TONELIFT_FORMAT_YUV420P10, width, height);
    video.chroma_location = TONELIFT_CHROMA_LEFT;
    return video;
}

TestPicture picture_of(GstBuffer* buffer, const TestPicture& like) {
    TestPicture picture(like.picture(), Pitch::padded);
    GstVideoFrame frame = map(buffer, picture, GST_MAP_READ);
    for (int plane = 0; plane < picture.format().planes(); ++plane) {
        const auto i = static_cast<size_t>(plane);
        copy_rows(picture.format(), plane, picture.picture(),
                  static_cast<const std::byte*>(frame.data[i]), frame.info.stride[i],
                  picture.planes().data[i], picture.planes().pitch[i]);
    }
    gst_video_frame_unmap(&frame);
    return picture;
}

}  // namespace tonelift
