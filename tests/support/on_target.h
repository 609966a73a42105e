// SPDX-License-Identifier: BSD-2-Clause
// Lists the instruction sets of this build that this machine can run, and selects one set.
#pragma once

#include <hwy/highway.h>

#include <cstdint>
#include <vector>

#include "kernels/instruction_set.h"

namespace tonelift {

inline std::vector<int64_t> all_targets() {
    std::vector<int64_t> targets;
    const int64_t all = available_targets();
    for (int64_t left = all; left != 0; left &= left - 1) targets.push_back(left & -left);
    return targets;
}

class OnTarget {
  public:
    explicit OnTarget(int64_t target) {
        hwy::SetSupportedTargetsForTest(target);
        hwy::GetChosenTarget().Update(target);
    }
    ~OnTarget() {
        hwy::SetSupportedTargetsForTest(0);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    }
    OnTarget(const OnTarget&) = delete;
    OnTarget& operator=(const OnTarget&) = delete;
};

}  // namespace tonelift
