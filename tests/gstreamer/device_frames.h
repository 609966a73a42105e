// SPDX-License-Identifier: BSD-2-Clause
//
// Frames in CUDA memory, and an element that maps them. Used by tests with a double of libgstcuda
// and by tests with libgstcuda.
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
// Releases a pool. It must be stopped first, because a pool keeps its buffers, and buffers keep
// their pool.
struct StopAndUnref {
    void operator()(GstBufferPool* pool) const {
        gst_buffer_pool_set_active(pool, FALSE);
        gst_object_unref(pool);
    }
};
using Pool = std::unique_ptr<GstBufferPool, StopAndUnref>;

// Caps of the input, in PQ, and of the output.
struct Frames {
    int width = 62, height = 34;
    const char* in = "P010_10LE";
    const char* out = "NV12";
};
std::string host_input_caps(Frames frames = {});
std::string host_output_caps(Frames frames = {});
// Adds device memory to the caps.
std::string on_device(std::string caps);

// Caps of a next element that accepts any frames in one kind of memory.
inline const std::string device_output = "video/x-raw(memory:CUDAMemory)";
inline const std::string host_output = "video/x-raw(memory:SystemMemory)";

bool is_device_memory(GstBuffer* buffer);

// Returns a pool configuration for input frames.
GstStructure* config_for_input(GstBufferPool* pool, Frames frames = {});

// Returns frame number `index` of the input, in host memory or from a pool.
BufferHandle host_frame(int index, Frames frames = {});
BufferHandle frame_from(GstBufferPool* pool, int index, Frames frames = {});

// Returns the samples of an output buffer; empty without a buffer.
std::string samples_of(GstBuffer* output, Frames frames = {});

// Answers the element's query for a context with this one.
void give_context(GstElement* element, GstObject* context);

class DeviceTest : public testing::Test {
  protected:
    // Maps frames with these indexes in host memory. Returns the output samples of each.
    static std::vector<std::string> made_on_host(const std::string& launch,
                                                 const std::vector<int>& indices,
                                                 Frames frames = {});

    void start(const std::string& launch, const std::string& in, const std::string& out);
    // Restarts the element with the same input.
    void restart(const std::string& in);
    // Returns the pool that the element offers to the previous element.
    Pool proposed_pool(const std::string& in) const;
    // Pushes frames 0 to `count` - 1 from a pool.
    void push(GstBufferPool* pool, int count, Frames frames = {});
    // Expects that the next outputs equal `wanted` and are in this kind of memory.
    void expect_outputs(const std::vector<std::string>& wanted, bool in_device_memory,
                        Frames frames = {});

    std::unique_ptr<Element> element_;
};

}  // namespace tonelift
