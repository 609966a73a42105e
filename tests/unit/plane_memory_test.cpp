// SPDX-License-Identifier: BSD-2-Clause
// Tests that planes share memory if no step of the plan needs them at the same time.
#include "kernels/cpu/plane_memory.h"

#include <gtest/gtest.h>

#include "core/algorithms/algorithms.h"
#include "core/color/describe.h"
#include "core/runtime/build.h"
#include "core/runtime/settings.h"
#include "tests/support/api_stream.h"
#include "tests/support/looped_presets.h"

namespace tonelift::plane_memory_test {
namespace {

struct Uses {
    std::vector<uint16_t> loads, stores;
};
Plan plan_of(size_t buffers, const std::vector<Uses>& steps) {
    Plan plan;
    plan.buffers.resize(buffers);
    for (const Uses& uses : steps) {
        Pass pass;
        for (const uint16_t index : uses.loads)
            pass.epilogue.code.push_back({.op = Op::load_buffer, .index = index});
        for (const uint16_t index : uses.stores)
            pass.epilogue.code.push_back({.op = Op::store_buffer, .index = index});
        plan.steps.emplace_back(std::move(pass));
    }
    return plan;
}

TEST(PlaneMemory, PlanesWithDisjointLiveRangesShareMemory) {
    const Plan plan = plan_of(3, {{{}, {0}}, {{0}, {1}}, {{1}, {2}}, {{2}, {}}});
    const PlaneMemory memory = place_planes(plan, {1000, 640, 900});
    EXPECT_EQ(memory.offsets, (std::vector<size_t>{0, 1024, 0}));
    EXPECT_EQ(memory.bytes, 1664U);
}

TEST(PlaneMemory, GapsAreReused) {
    const Plan plan = plan_of(4, {{{}, {0, 1, 2}}, {{0, 2}, {3}}, {{3, 0, 2}, {}}});
    const PlaneMemory memory = place_planes(plan, {512, 384, 256, 320});
    EXPECT_EQ(memory.offsets[3], memory.offsets[1]);
    EXPECT_EQ(memory.bytes, 512U + 384U + 256U);
}

TEST(PlaneMemory, InputsOfACoreAreNotOverwritten) {
    Plan plan = plan_of(2, {{{}, {0}}, {{}, {1}}, {{1}, {}}});
    EXPECT_EQ(place_planes(plan, {64, 64}).bytes, 64U);
    std::get<Pass>(plan.steps[2]).inputs.push_back({CoreInput::Source::loaded, 0});
    EXPECT_EQ(place_planes(plan, {64, 64}).bytes, 128U);
}

double bytes_of_planes(const tonelift_video& video, const tonelift_options& options) {
    const Settings settings(options);
    const tonelift_video in = describe_input(video, options, nullptr);
    const Plan plan =
        build(script_source(settings), settings, {in}, describe_output(options, in), {}, Log())
            .plan;
    std::vector<size_t> sizes;
    for (const Buffer& buffer : plan.buffers)
        sizes.push_back(size_t(storage_bytes(buffer.storage)) * size_t(buffer.width) *
                        size_t(buffer.height));
    return double(place_planes(plan, sizes).bytes);
}

TEST(PlaneMemory, IsLessThanThreeInputFramesWithAnyPreset) {
    const tonelift_video video = hdr10_video(TONELIFT_FORMAT_P010, 1920, 1080);
    for (const Preset& preset : looped_presets()) {
        tonelift_options options = default_options();
        options.preset = preset.name;
        options.deband = TONELIFT_DEBAND_OFF;
        EXPECT_LT(bytes_of_planes(video, options), 2.3 * 3 * 1920 * 1080) << preset.name;
        options.deband = TONELIFT_DEBAND_AUTO;
        EXPECT_LT(bytes_of_planes(video, options), 2.8 * 3 * 1920 * 1080) << preset.name;
    }
}

}  // namespace
}  // namespace tonelift::plane_memory_test
