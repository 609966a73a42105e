// SPDX-License-Identifier: BSD-2-Clause
#pragma once

namespace tonelift {

// A test that leaves the state of the process changed fails, because later tests could depend on
// the change.
int run_tests(int count, char** arguments);

}  // namespace tonelift
