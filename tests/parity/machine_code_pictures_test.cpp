// SPDX-License-Identifier: BSD-2-Clause
//
// Pictures with machine code and without: the same bits.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "core/algorithms/algorithms.h"
#include "kernels/executor.h"
#include "tests/support/api_stream.h"
#include "tests/support/code_sets.h"
#include "tests/support/guarded_memory.h"
#include "tests/support/scene.h"
#include "tests/support/stream_plan.h"
#include "tests/support/test_plans.h"

namespace tonelift {
namespace {

// A copy of a frame without room behind its rows, each plane of which ends at an inaccessible page.
class GuardedFrame {
  public:
    explicit GuardedFrame(const TestPicture& frame) {
        const FramePlanes from = frame.planes();
        for (int plane = 0; plane < frame.format().planes(); ++plane) {
            const int row = frame.format().row_bytes(plane, frame.picture().width);
            const int rows = frame.format().plane_height(plane, frame.picture().height);
            memory_.push_back(std::make_unique<GuardedMemory>(static_cast<size_t>(row) * rows));
            auto* to = reinterpret_cast<std::byte*>(memory_.back()->data());
            planes_.data[plane] = to;
            planes_.pitch[plane] = row;
            for (int y = 0; y < rows; ++y)
                std::copy_n(from.data[plane] + y * from.pitch[plane], row, to + y * row);
        }
    }
    const FramePlanes& planes() const { return planes_; }

  private:
    std::vector<std::unique_ptr<GuardedMemory>> memory_;
    FramePlanes planes_;
};

class MachineCodePictures : public WithCode {
  protected:
    void expect_the_same(const Plan& plan, const std::string& what) const {
        expect_the_same(plan, scene_frames(plan.input, 2), what);
    }

    void expect_the_same(const Plan& plan, const std::vector<TestPicture>& frames,
                         const std::string& what) const {
        const std::vector<TestPicture> expected = shown(plan, frames, loops);
        const std::vector<TestPicture> actual = shown(plan, frames, code);
        for (size_t i = 0; i < frames.size(); ++i) {
            EXPECT_TRUE(equal(expected[i], actual[i])) << what << ", frame " << i;
            EXPECT_TRUE(actual[i].padding_untouched()) << what;
        }
    }

    void expect_all_presets_the_same(const tonelift_video& in, tonelift_format out) const {
        for (const Preset& preset : presets()) {
            tonelift_options options = default_options();
            options.preset = preset.name;
            options.deband = TONELIFT_DEBAND_AUTO;
            expect_the_same(stream_plan(options, in, out), preset.name);
        }
    }

  private:
    static std::vector<TestPicture> shown(const Plan& plan, const std::vector<TestPicture>& frames,
                                          const InstructionSet& set) {
        const std::vector<TestPicture> shown(frames.size(), TestPicture(plan.output));
        Batch batch = batch_of(frames, shown);
        std::vector<std::unique_ptr<GuardedFrame>> guarded;
        for (size_t i = 0; i < frames.size(); ++i) {
            guarded.push_back(std::make_unique<GuardedFrame>(frames[i]));
            batch.input[i] = guarded.back()->planes();
        }
        make_cpu_executor(plan, 2, set)->run(batch);
        return shown;
    }
};
TONELIFT_FOR_SETS_WITH_CODE(MachineCodePictures);

TEST_P(MachineCodePictures, OfHdr) {
    expect_all_presets_the_same(hdr10_video(TONELIFT_FORMAT_P010, 321, 131), TONELIFT_FORMAT_NV12);
}

TEST_P(MachineCodePictures, OfHdrInSixteenBits) {
    expect_all_presets_the_same(hdr10_video(TONELIFT_FORMAT_YUV420P10, 67, 35),
                                TONELIFT_FORMAT_YUV444P16);
}

TEST_P(MachineCodePictures, OfSdr) {
    expect_all_presets_the_same(sdr_video(TONELIFT_FORMAT_NV12, 258, 78),
                                TONELIFT_FORMAT_YUV420P10);
}

TEST_P(MachineCodePictures, OfAllSizes) {
    for (const Size& size : test_sizes) {
        const Plan plan = stream_plan(
            default_options(), hdr10_video(TONELIFT_FORMAT_YUV420P10, size.width, size.height),
            TONELIFT_FORMAT_YUV420P);
        expect_the_same(plan, std::to_string(size.width) + "x" + std::to_string(size.height));
    }
}

// Whatever lies in the frame, and nothing behind it.
TEST_P(MachineCodePictures, OfAnyInput) {
    uint32_t seed = 1;
    for (const Format* format : all_formats()) {
        for (const Size& size : {Size{1, 1}, {15, 2}, {17, 31}, {401, 3}, {818, 4}}) {
            const int location = 1 + static_cast<int>(++seed % 6);
            std::vector<TestPicture> frames(
                1, TestPicture(Picture{format, size.width, size.height, seed % 2 == 0, location}));
            frames[0].fill_hostile(seed);
            Plan plan =
                empty_plan(frames[0].picture(), make_picture("gbrpf32", size.width, size.height));
            plan.steps.push_back(point_pass(plan.output, copy_program()));
            expect_the_same(plan, frames, format->ffmpeg + (" " + std::to_string(seed)));
        }
    }
}

TEST_P(MachineCodePictures, ReadTheCodesOfTheInput) {
    const Picture input = make_picture("p010", 64, 64);
    const PreparedProgram program(copy_program(), {}, code, &input);
    for (const auto& access : program.accesses())
        EXPECT_EQ(access.codes, access.op == Op::load_input);
}

// The output program of the default look: 47 instructions, most of them in a few groups.
TEST_P(MachineCodePictures, TakeFewLoops) {
    const Plan plan = stream_plan(default_options(), hdr10_video(TONELIFT_FORMAT_P010, 1920, 1080),
                                  TONELIFT_FORMAT_NV12);
    const Pass* output = nullptr;
    for (const auto& step : plan.steps) {
        if (const Pass* pass = std::get_if<Pass>(&step)) output = pass;
    }
    ASSERT_NE(output, nullptr);
    EXPECT_GT(PreparedProgram(output->epilogue, plan.buffers, loops).steps().size(), 30u);
    EXPECT_LT(PreparedProgram(output->epilogue, plan.buffers, code).steps().size(), 20u);
}

}  // namespace
}  // namespace tonelift
