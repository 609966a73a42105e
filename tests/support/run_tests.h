// SPDX-License-Identifier: BSD-2-Clause
#pragma once

namespace tonelift {

// Runs the tests. A test also fails if it leaves the state of the process changed, because later
// tests could depend on the change.
int run_tests(int count, char** arguments);

}  // namespace tonelift
