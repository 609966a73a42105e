// SPDX-License-Identifier: BSD-2-Clause
#include "tests/gstreamer/device_frames.h"

#include <cstring>

namespace tonelift {
namespace {

constexpr const char* context_type = "gst.cuda.context";

class Mapped {
  public:
    Mapped(const std::string& caps, GstBuffer* buffer, GstMapFlags flags) {
        const CapsHandle parsed(gst_caps_from_string(caps.c_str()));
        GstVideoInfo info;
        gst_video_info_from_caps(&info, parsed.get());
        EXPECT_TRUE(gst_video_frame_map(&frame_, &info, buffer, flags));
    }
    ~Mapped() { gst_video_frame_unmap(&frame_); }
    Mapped(const Mapped&) = delete;
    Mapped& operator=(const Mapped&) = delete;

    void fill(int index) {
        const int depth = GST_VIDEO_FRAME_COMP_DEPTH(&frame_, 0);
        const int shift = static_cast<int>(frame_.info.finfo->shift[0]) + depth - 8;
        each_row([&](guint8* row, int bytes, int y) {
            auto* words = reinterpret_cast<guint16*>(row);
            for (int x = 0; x < (depth > 8 ? bytes / 2 : bytes); ++x) {
                const int code = 16 + (x * 7 + y * 13 + index * 29) % 220;
                if (depth > 8) {
                    words[x] = static_cast<guint16>(code << shift);
                } else {
                    row[x] = static_cast<guint8>(code);
                }
            }
        });
    }
    std::string samples() {
        std::string text;
        each_row([&](const guint8* row, int bytes, int) {
            text.append(reinterpret_cast<const char*>(row), static_cast<size_t>(bytes));
        });
        return text;
    }

  private:
    template <typename Function>
    void each_row(Function function) {
        for (guint plane = 0; plane < GST_VIDEO_FRAME_N_PLANES(&frame_); ++plane) {
            gint components[GST_VIDEO_MAX_COMPONENTS];
            gst_video_format_info_component(frame_.info.finfo, plane, components);
            const int bytes = GST_VIDEO_FRAME_COMP_WIDTH(&frame_, components[0]) *
                              GST_VIDEO_FRAME_COMP_PSTRIDE(&frame_, components[0]);
            for (int y = 0; y < GST_VIDEO_FRAME_COMP_HEIGHT(&frame_, components[0]); ++y) {
                function(static_cast<guint8*>(frame_.data[plane]) + y * frame_.info.stride[plane],
                         bytes, y);
            }
        }
    }
    GstVideoFrame frame_;
};

}  // namespace

std::string host_input_caps(Frames frames) {
    return video_caps(frames.in, frames.width, frames.height, "bt2100-pq");
}

std::string host_output_caps(Frames frames) {
    return video_caps(frames.out, frames.width, frames.height, "bt709");
}

std::string on_device(std::string caps) {
    return caps.replace(0, std::strlen("video/x-raw"), device_output);
}

bool is_device_memory(GstBuffer* buffer) {
    return gst_memory_is_type(gst_buffer_peek_memory(buffer, 0), "gst.cuda.memory") != FALSE;
}

GstStructure* config_for_input(GstBufferPool* pool, Frames frames) {
    GstStructure* config = gst_buffer_pool_get_config(pool);
    const CapsHandle caps(gst_caps_from_string(on_device(host_input_caps(frames)).c_str()));
    GstVideoInfo info;
    gst_video_info_from_caps(&info, caps.get());
    gst_buffer_pool_config_set_params(config, caps.get(), static_cast<guint>(info.size), 0, 0);
    gst_buffer_pool_config_add_option(config, GST_BUFFER_POOL_OPTION_VIDEO_META);
    return config;
}

BufferHandle host_frame(int index, Frames frames) {
    const CapsHandle caps(gst_caps_from_string(host_input_caps(frames).c_str()));
    GstVideoInfo info;
    gst_video_info_from_caps(&info, caps.get());
    BufferHandle buffer(gst_buffer_new_allocate(nullptr, info.size, nullptr));
    Mapped(host_input_caps(frames), buffer.get(), GST_MAP_WRITE).fill(index);
    return buffer;
}

BufferHandle frame_from(GstBufferPool* pool, int index, Frames frames) {
    GstBuffer* buffer = nullptr;
    gst_buffer_pool_set_active(pool, TRUE);
    EXPECT_EQ(gst_buffer_pool_acquire_buffer(pool, &buffer, nullptr), GST_FLOW_OK);
    Mapped(host_input_caps(frames), buffer, GST_MAP_WRITE).fill(index);
    return BufferHandle(buffer);
}

std::string samples_of(GstBuffer* output, Frames frames) {
    if (output == nullptr) return "";
    return Mapped(host_output_caps(frames), output, GST_MAP_READ).samples();
}

void give_context(GstElement* element, GstObject* context) {
    GstContext* message = gst_context_new(context_type, TRUE);
    gst_structure_set(gst_context_writable_structure(message), context_type, G_OBJECT_TYPE(context),
                      context, nullptr);
    gst_element_set_context(element, message);
    gst_context_unref(message);
}

std::vector<std::string> DeviceTest::made_on_host(const std::string& launch,
                                                  const std::vector<int>& indices, Frames frames) {
    Element element(launch);
    element.set_output(host_output_caps(frames));
    element.set_input(host_input_caps(frames));
    std::vector<std::string> results;
    for (const int i : indices) {
        EXPECT_EQ(element.push(host_frame(i, frames), i), GST_FLOW_OK);
        results.push_back(samples_of(element.pull().get(), frames));
    }
    return results;
}

void DeviceTest::start(const std::string& launch, const std::string& in, const std::string& out) {
    element_ = std::make_unique<Element>(launch);
    element_->set_output(out);
    element_->set_input(in);
    ASSERT_TRUE(element_->output()) << element_->said(GST_MESSAGE_ERROR);
}

void DeviceTest::restart(const std::string& in) {
    gst_element_set_state(element_->tonelift(), GST_STATE_NULL);
    gst_element_set_state(element_->tonelift(), GST_STATE_PLAYING);
    gst_harness_push_event(element_->harness(), gst_event_new_stream_start("again"));
    element_->set_input(in);
}

Pool DeviceTest::proposed_pool(const std::string& in) const {
    const CapsHandle caps(gst_caps_from_string(in.c_str()));
    GstQuery* query = gst_query_new_allocation(caps.get(), TRUE);
    EXPECT_TRUE(gst_pad_peer_query(element_->harness()->srcpad, query));
    GstBufferPool* pool = nullptr;
    gst_query_parse_nth_allocation_pool(query, 0, &pool, nullptr, nullptr, nullptr);
    gst_query_unref(query);
    return Pool(pool);
}

void DeviceTest::push(GstBufferPool* pool, int count, Frames frames) {
    for (int i = 0; i < count; ++i) {
        ASSERT_EQ(element_->push(frame_from(pool, i, frames), i), GST_FLOW_OK);
    }
}

void DeviceTest::expect_outputs(const std::vector<std::string>& wanted, bool in_device_memory,
                                Frames frames) {
    for (size_t i = 0; i < wanted.size(); ++i) {
        const BufferHandle out = element_->pull();
        ASSERT_TRUE(out) << "output " << i;
        EXPECT_EQ(is_device_memory(out.get()), in_device_memory);
        const bool same = samples_of(out.get(), frames) == wanted[i];
        EXPECT_TRUE(same) << "output " << i;
    }
}

}  // namespace tonelift
