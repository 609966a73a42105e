// SPDX-License-Identifier: BSD-2-Clause
// Tests that the element calls only one function of libgstcuda on a machine without a driver: the
// function that looks for a driver.
#include <gtest/gtest.h>

#include "tests/gstreamer/device_frames.h"
#include "tests/gstreamer/stand_in/gstcuda.h"

namespace tonelift::no_driver_test {
namespace {

class NoDriver : public DeviceTest {};

TEST_F(NoDriver, FramesAreMappedOnTheCpu) {
    start("tonelift", host_input_caps(), "video/x-raw(memory:CUDAMemory);video/x-raw");
    ASSERT_EQ(element_->push(host_frame(1), 1), GST_FLOW_OK);
    const BufferHandle out = element_->pull();
    ASSERT_TRUE(out);
    EXPECT_FALSE(is_device_memory(out.get()));
}

TEST_F(NoDriver, DeviceMemoryIsRefused) {
    element_ = std::make_unique<Element>();
    element_->set_input(on_device(host_input_caps()));
    EXPECT_FALSE(element_->output());
    EXPECT_NE(element_->said(GST_MESSAGE_WARNING).find("CUDA device"), std::string::npos);
}

TEST_F(NoDriver, ContextsOfOtherElementsAreIgnored) {
    const Context context(stand_in_new_context(0));
    start("tonelift", host_input_caps(), host_output);
    give_context(element_->tonelift(), context.get());
    GstQuery* query = gst_query_new_context("gst.cuda.context");
    EXPECT_FALSE(gst_pad_peer_query(element_->harness()->srcpad, query));
    gst_query_unref(query);
}

}  // namespace
}  // namespace tonelift::no_driver_test
