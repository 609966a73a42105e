// SPDX-License-Identifier: BSD-2-Clause
// Runs tests with each instruction set for which machine code is generated. A test is skipped if
// the processor or the build does not support the set.
#pragma once

#include <gtest/gtest.h>
#include <tonelift/tonelift.h>

#include <optional>
#include <string>

#include "kernels/error.h"
#include "kernels/point/machine_code.h"

namespace tonelift {

inline std::optional<InstructionSet> code_set(int option) {
    try {
        const InstructionSet set(option);
        return MachineCode::is_for(set) ? std::optional(set) : std::nullopt;
    } catch (const Error&) {
        return std::nullopt;
    }
}

class WithCode : public testing::TestWithParam<int> {
  protected:
    void SetUp() override {
        const std::optional<InstructionSet> set = code_set(GetParam());
        if (!set) GTEST_SKIP() << "no machine code for this set here";
        code = *set;
        loops = set->without_machine_code();
    }
    InstructionSet code, loops;
};

inline std::string name_of_set(const testing::TestParamInfo<int>& set) {
    return set.param == TONELIFT_CPU_AVX2 ? "avx2" : "avx512";
}

#define TONELIFT_FOR_SETS_WITH_CODE(suite)                                                         \
    INSTANTIATE_TEST_SUITE_P(Sets, suite, testing::Values(TONELIFT_CPU_AVX2, TONELIFT_CPU_AVX512), \
                             name_of_set)

}  // namespace tonelift
