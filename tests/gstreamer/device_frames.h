// SPDX-License-Identifier: BSD-2-Clause
//
// Frames in the memory of CUDA devices, and the element between them, for tests with a double of
// libgstcuda and with the real one.
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
// Releases a pool. Buffers of a pool keep it alive, and the pool keeps returned buffers.
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

// Caps of the next element: any frames in device memory.
inline const std::string device_output = "video/x-raw(memory:CUDAMemory)";
inline const std::string host_output = "video/x-raw(memory:SystemMemory)";

bool is_device_memory(GstBuffer* buffer);

// Returns a pool configuration for input frames.
GstStructure* config_for_input(GstBufferPool* pool, Frames frames = {});

// Returns the frame with an index, in host memory or from a pool.
BufferHandle host_frame(int index, Frames frames = {});
BufferHandle frame_from(GstBufferPool* pool, int index, Frames frames = {});

// Returns all samples of an output; empty if there is none.
std::string samples_of(GstBuffer* output, Frames frames = {});

// Gives the element a context to share.
void give_context(GstElement* element, GstObject* context);

class DeviceTest : public testing::Test {
  protected:
    // Returns the element's output for frames with these indexes in host memory.
    static std::vector<std::string> made_on_host(const std::string& launch,
                                                 const std::vector<int>& indices,
                                                 Frames frames = {});

    void start(const std::string& launch, const std::string& in, const std::string& out);
    // Stops and restarts the element with the same input.
    void restart(const std::string& in);
    // Returns the pool that the element proposes upstream.
    Pool proposed_pool(const std::string& in) const;
    // Pushes the first frames of a stream from a pool.
    void push(GstBufferPool* pool, int count, Frames frames = {});
    // Expects outputs in this kind of memory that equal `wanted`.
    void expect_outputs(const std::vector<std::string>& wanted, bool in_device_memory,
                        Frames frames = {});

    std::unique_ptr<Element> element_;
};

}  // namespace tonelift
