// SPDX-License-Identifier: BSD-2-Clause
#pragma once

namespace tonelift {

// Runs the tests of a program and returns the status for main(). testing::TempDir() is a folder of
// this process. A test fails if it leaves the process in another state, since later tests would
// depend on it.
int run_tests(int count, char** arguments);

}  // namespace tonelift
