// SPDX-License-Identifier: BSD-2-Clause
#pragma once

namespace tonelift {

// Runs the tests of a program and returns the status for main(). testing::TempDir() is a folder of
// this process. A test that leaves the state of the process changed fails, because later tests
// could depend on the change.
int run_tests(int count, char** arguments);

}  // namespace tonelift
