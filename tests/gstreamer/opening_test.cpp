// SPDX-License-Identifier: BSD-2-Clause
// Tests that the element with device=cpu never opens the GPU driver. This test is a separate
// program, because a process that has opened the driver keeps it open.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <tonelift/tonelift.h>

#include "tests/gstreamer/device_frames.h"
#include "tests/gstreamer/stand_in/gstcuda.h"

namespace {
int created, with_work;
}  // namespace

extern "C" TONELIFT_API tonelift_status tonelift_filter_create(
    tonelift_filter** filter, const tonelift_options* options, const tonelift_video* in,
    const tonelift_video* out, const tonelift_device*, const tonelift_log* log) {
    static const auto create = reinterpret_cast<decltype(tonelift_filter_create)*>(dlsym(
        dlopen("libtonelift.so." TONELIFT_ABI, RTLD_LAZY | RTLD_NOLOAD), "tonelift_filter_create"));
    tonelift_options changed = *options;
    changed.device = "cpu";
    const tonelift_status status = create(filter, &changed, in, out, nullptr, log);
    ++created;
    with_work += status == TONELIFT_OK && tonelift_filter_passthrough(*filter) == 0 ? 1 : 0;
    return status;
}

namespace tonelift::opening_test {
namespace {

class Opening : public DeviceTest {};

TEST_F(Opening, CpuDeviceLoadsNoDriverAndProbingForAGpuCompilesNoKernels) {
    start("tonelift device=cpu", host_input_caps(), host_output);
    ASSERT_EQ(element_->push(host_frame(1), 1), GST_FLOW_OK);
    EXPECT_TRUE(element_->pull());
    const Context context(stand_in_new_context(0));
    give_context(element_->tonelift(), context.get());
    GstQuery* query = gst_query_new_context("gst.cuda.context");
    gst_pad_peer_query(element_->harness()->srcpad, query);
    gst_query_unref(query);
    restart(host_input_caps());
    EXPECT_EQ(stand_in_counts.loads, 0);

    created = with_work = 0;
    element_ = std::make_unique<Element>("tonelift");
    EXPECT_GT(stand_in_counts.loads, 0) << "another device is looked for";
    EXPECT_EQ(created, 1);
    EXPECT_EQ(with_work, 0);
}

}  // namespace
}  // namespace tonelift::opening_test
