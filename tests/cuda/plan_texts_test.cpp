// SPDX-License-Identifier: BSD-2-Clause
// Tests how the texts of a plan's kernels depend on the stream.
#include "tools/kernels/plan_texts.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "core/algorithms/algorithms.h"
#include "tests/support/api_stream.h"
#include "tests/support/stream_plan.h"

namespace tonelift::plan_texts_test {
namespace {

constexpr DeviceLimits gpu = {132, 227 << 10, 228 << 10, 9, 0, 50 << 20};
constexpr int frames = 64;

std::set<std::string> texts_of(const char* preset, int width, int height) {
    tonelift_options options = default_options();
    options.preset = preset;
    const Plan plan = stream_plan(options, hdr10_video(TONELIFT_FORMAT_P010, width, height),
                                  TONELIFT_FORMAT_NV12);
    std::set<std::string> texts;
    for (const PlanText& kernel : plan_texts(plan, gpu, frames, true))
        texts.insert(kernel.text.ptx);
    return texts;
}

TEST(PlanTexts, DoNotDependOnTheSizeOfFrames) {
    for (const Preset& preset : presets()) {
        EXPECT_TRUE(texts_of(preset.name, 3840, 2160) == texts_of(preset.name, 3832, 1608))
            << preset.name;
        EXPECT_TRUE(texts_of(preset.name, 1920, 1080) == texts_of(preset.name, 1904, 808))
            << preset.name;
    }
}

// The halves of these sizes are even.
TEST(PlanTexts, OfOddSizesAreEqual) {
    EXPECT_EQ(texts_of("faithful", 1919, 1079), texts_of("faithful", 1911, 1063));
}

}  // namespace
}  // namespace tonelift::plan_texts_test
