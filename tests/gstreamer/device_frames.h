// SPDX-License-Identifier: BSD-2-Clause
// Makes frames in CUDA memory, and an element that maps such frames.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "tests/gstreamer/element.h"

namespace tonelift {

struct UnrefObject {
    void operator()(gpointer object) const { gst_object_unref(object); }
};
using Context = std::unique_ptr<GstObject, UnrefObject>;
// Stops the pool before releasing it, because an active pool and its buffers keep each other alive.
struct StopAndUnref {
    void operator()(GstBufferPool* pool) const {
        gst_buffer_pool_set_active(pool, FALSE);
        gst_object_unref(pool);
    }
};
using Pool = std::unique_ptr<GstBufferPool, StopAndUnref>;

struct Frames {
    int width = 62, height = 34;
    const char* in = "P010_10LE";
    const char* out = "NV12";
};
std::string host_input_caps(Frames frames = {});
std::string host_output_caps(Frames frames = {});
std::string on_device(std::string caps);

inline const std::string device_output = "video/x-raw(memory:CUDAMemory)";
inline const std::string host_output = "video/x-raw(memory:SystemMemory)";

bool is_device_memory(GstBuffer* buffer);

GstStructure* config_for_input(GstBufferPool* pool, Frames frames = {});

BufferHandle host_frame(int index, Frames frames = {});
BufferHandle frame_from(GstBufferPool* pool, int index, Frames frames = {});

std::string samples_of(GstBuffer* output, Frames frames = {});

void give_context(GstElement* element, GstObject* context);

class DeviceTest : public testing::Test {
  protected:
    static std::vector<std::string> made_on_host(const std::string& launch,
                                                 const std::vector<int>& indices,
                                                 Frames frames = {});

    void start(const std::string& launch, const std::string& in, const std::string& out);
    void restart(const std::string& in);
    Pool proposed_pool(const std::string& in) const;
    void push(GstBufferPool* pool, int count, Frames frames = {});
    void expect_outputs(const std::vector<std::string>& wanted, bool in_device_memory,
                        Frames frames = {});

    std::unique_ptr<Element> element_;
};

}  // namespace tonelift
