// SPDX-License-Identifier: BSD-2-Clause
// Main program of the GStreamer tests. It deinitializes GStreamer at the end, so that GStreamer
// reports leaks.
#include <gst/gst.h>

#include "tests/support/run_tests.h"

int main(int argc, char** argv) {
    gst_init(&argc, &argv);
    const int status = tonelift::run_tests(argc, argv);
    gst_deinit();
    return status;
}
