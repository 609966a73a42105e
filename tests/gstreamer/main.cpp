// SPDX-License-Identifier: BSD-2-Clause
// Deinitializes GStreamer at the end of the tests, so that it checks for leaks.
#include <gst/gst.h>

#include "tests/support/run_tests.h"

int main(int argc, char** argv) {
    gst_init(&argc, &argv);
    const int status = tonelift::run_tests(argc, argv);
    gst_deinit();
    return status;
}
