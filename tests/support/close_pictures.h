// SPDX-License-Identifier: BSD-2-Clause
// Compares pictures of a GPU with pictures of the CPU.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "kernels/executor.h"
#include "tests/support/difference.h"
#include "tests/support/test_picture.h"
#include "tests/support/test_plans.h"

namespace tonelift {

struct BatchSize {
    size_t of_calls;
    int of_launches;
};

struct Statistics {
    std::vector<FrameState>* record = nullptr;
    const std::vector<FrameState>* replay = nullptr;
};

inline void run_on_cpu(const Plan& plan, const std::vector<TestPicture>& in,
                       const std::vector<TestPicture>& out,
                       std::vector<FrameState>* record = nullptr) {
    Batch batch = batch_of(in, out);
    if (record != nullptr) batch.record.resize(in.size());
    make_cpu_executor(plan, 0)->run(batch);
    if (record != nullptr) *record = batch.record;
}

struct Forgiven {
    double share = 0;
};

inline void expect_close(const TestPicture& expected, const TestPicture& actual,
                         const std::string& what, Forgiven forgiven = {}) {
    const Format& format = expected.format();
    EXPECT_TRUE(actual.padding_untouched()) << what;
    if (format.is_texture()) {
        EXPECT_TRUE(std::ranges::equal(expected.memory(), actual.memory())) << what;
        return;
    }
    const double unit =
        format.sample == Sample::F32 ? 0.002 : std::max(1.0, std::ldexp(1.0, format.depth - 10));
    const Difference d = difference(expected, actual, unit);
    EXPECT_LE(d.share_beyond_two(), forgiven.share) << what << ", worst " << d.worst;
    if (format.sample == Sample::U8) {
        EXPECT_LE(d.share_beyond_one(), std::max(0.001, forgiven.share)) << what;
    }
}

}  // namespace tonelift
