// SPDX-License-Identifier: BSD-2-Clause
//
// Runs the tests; GStreamer checks for leaks when it is deinitialized.
#include <gst/gst.h>
#include <gtest/gtest.h>

int main(int argc, char** argv) {
    gst_init(&argc, &argv);
    testing::InitGoogleTest(&argc, argv);
    const int status = RUN_ALL_TESTS();
    gst_deinit();
    return status;
}
