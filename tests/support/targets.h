// SPDX-License-Identifier: BSD-2-Clause
// Runs a test with every instruction set of this build that this machine supports.
#pragma once

#include <gtest/gtest.h>

#include "tests/support/on_target.h"

namespace tonelift {

template <class Test>
void for_each_target(Test test) {
    for (const int64_t target : all_targets()) {
        SCOPED_TRACE(hwy::TargetName(target));
        const OnTarget on(target);
        test();
    }
}

}  // namespace tonelift
