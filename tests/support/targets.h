// SPDX-License-Identifier: BSD-2-Clause
//
// Runs a test once for each instruction set that this build has and this machine can run.
#pragma once

#include <gtest/gtest.h>
#include <hwy/highway.h>

namespace tonelift {

template <class Test>
void for_each_target(Test test) {
    const int64_t all = HWY_TARGETS & hwy::SupportedTargets();
    for (int64_t left = all; left != 0; left &= left - 1) {
        const int64_t target = left & -left;
        SCOPED_TRACE(hwy::TargetName(target));
        hwy::SetSupportedTargetsForTest(target);
        hwy::GetChosenTarget().Update(target);
        test();
    }
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

}  // namespace tonelift
