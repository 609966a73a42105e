// SPDX-License-Identifier: BSD-2-Clause
// Tests that all instruction sets give the same picture, and that the best set of the processor is
// the default.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "core/algorithms/algorithms.h"
#include "kernels/error.h"
#include "kernels/executor.h"
#include "kernels/point/point.h"
#include "tests/support/api_stream.h"
#include "tests/support/difference.h"
#include "tests/support/looped_presets.h"
#include "tests/support/scene.h"
#include "tests/support/stream_plan.h"
#include "tests/support/targets.h"
#include "tests/support/test_plans.h"
#include "tests/support/tolerances.h"

namespace tonelift::targets_test {
namespace {

bool processor_has(const std::string& flag) {
    std::ifstream file("/proc/cpuinfo");
    const std::set<std::string> words{std::istream_iterator<std::string>(file), {}};
    return words.contains(flag);
}

struct Expected {
    std::string math;
    std::string lookup;
};

const Expected plain{"formula", "two gathers"};
const Expected avx2{"8 segments", "loads of pairs"};
const Expected neon{"8 segments", "loads of pairs"};
const Expected avx512{"32 segments",
                      processor_has("avx512_fp16") ? "gathers of pairs" : "loads of pairs"};

const std::map<std::string, Expected> expected_bodies = {
    {"SCALAR", plain},         {"EMU128", plain},    {"SSE2", plain},     {"SSSE3", plain},
    {"SSE4", plain},           {"AVX2", avx2},       {"AVX3", avx512},    {"AVX3_DL", avx512},
    {"AVX3_ZEN4", avx512},     {"AVX3_SPR", avx512}, {"AVX10_2", avx512}, {"NEON", neon},
    {"NEON_WITHOUT_AES", neon}};

void expect_bodies(const Expected& expected) {
    EXPECT_EQ(math_body().name, expected.math) << math_body().function;
    EXPECT_TRUE(has_fits());
    EXPECT_EQ(lookup_body().name, expected.lookup);
}

TEST(Targets, EachUsesItsOwnImplementation) {
    for (const int64_t target : all_targets()) {
        const std::string name = hwy::TargetName(target);
        SCOPED_TRACE(name);
        const OnTarget on(target);
        ASSERT_TRUE(expected_bodies.contains(name)) << "write down what bodies it has";
        expect_bodies(expected_bodies.at(name));
    }
}

TEST(Targets, DefaultIsTheBestOfThisProcessor) {
#if HWY_ARCH_X86
    const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                          __builtin_cpu_supports("bmi2");
    const bool has_avx512 =
        has_avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl");
    expect_bodies(has_avx512 ? avx512 : has_avx2 ? avx2 : plain);
#elif HWY_ARCH_ARM_A64
    expect_bodies(neon);
#else
    GTEST_SKIP() << "no bodies for this architecture";
#endif
}

struct Row {
    alignas(64) float numbers[block_floats];
};

Row results_of(Op op, Row from, Precision precision) {
    Row to;
    std::fill(std::begin(to.numbers), std::end(to.numbers), 1.0f);
    void* at[] = {from.numbers, to.numbers};
    PointStep step;
    step.varies[0] = ~0u;
    step.out[0] = 1;
    find_loop(op, 0, {}, precision)(step, {at, block_floats, 0, 0});
    return to;
}

// For 8 bits, light that bt1886_encode() encodes as exactly 0 is black, too.
TEST(Targets, KeepBlack) {
    for_each_target([] {
        for (const Op op :
             {Op::pq_decode, Op::hlg_decode, Op::bt1886_encode, Op::bt1886_decode, Op::cbrt}) {
            const Row full = results_of(op, {}, Precision::full);
            const Row quick = results_of(op, {}, Precision::of_8_bits);
            const Row code = results_of(Op::bt1886_encode, quick, Precision::of_8_bits);
            for (int k = 0; k < block_floats; ++k) {
                EXPECT_EQ(full.numbers[k], 0) << operation_info(op).name;
                EXPECT_EQ(code.numbers[k], 0) << operation_info(op).name;
            }
        }
    });
}

// Calls f(number, full, quick) for numbers from 0 to `most`. `full` is the result of `op` in full
// precision, and `quick` is its result in the precision for 8-bit output.
template <typename F>
void for_both_precisions(Op op, float most, F f) {
    constexpr int count = 4096;
    for (int i = 0; i < count; i += block_floats) {
        Row from;
        for (int k = 0; k < block_floats; ++k)
            from.numbers[k] = most * static_cast<float>(i + k) / (count - 1);
        const Row full = results_of(op, from, Precision::full);
        const Row quick = results_of(op, from, Precision::of_8_bits);
        for (int k = 0; k < block_floats; ++k)
            f(from.numbers[k], full.numbers[k], quick.numbers[k]);
    }
}

// Near black and above 1000 cd/m2, the error of quick PQ decoding may be 8 times as large as
// elsewhere, because it is hardly visible there.
TEST(Targets, ErrorsOfQuickOperationsAreFarBelowACodeOf8Bits) {
    constexpr float code = 1.0f / 255, share = 0.005f * code;
    for_each_target([] {
        for_both_precisions(Op::bt1886_encode, 1, [](float light, float full, float quick) {
            EXPECT_NEAR(quick, full, share) << light;
        });
        for_both_precisions(Op::pq_decode, 1, [](float pq, float full, float quick) {
            const float gamma = 1 / 2.4f;
            const bool hardly_seen = pq < 0.02f || pq > 0.75f;
            const float error = std::pow(quick, gamma) - std::pow(full, gamma);
            EXPECT_LE(std::abs(error),
                      (hardly_seen ? 8 : 1) * share * std::max(1.0f, std::pow(full, gamma)))
                << pq;
        });
        for_both_precisions(Op::hlg_decode, 1.3f, [](float hlg, float full, float quick) {
            const float gamma = 1 / 2.4f;
            const float error = std::pow(quick, gamma) - std::pow(full, gamma);
            EXPECT_LE(std::abs(error), share * std::max(1.0f, std::pow(full, gamma))) << hlg;
        });
    });
}

std::array<Row, 3> cones_of(Row red, float green, float blue, Precision precision) {
    Row others[3];
    for (const auto& [row, value] : {std::pair(0, green), {1, blue}, {2, 1.3f}})
        std::fill(std::begin(others[row].numbers), std::end(others[row].numbers), value);
    std::array<Row, 3> cones;
    void* at[] = {red.numbers,      others[0].numbers, others[1].numbers, others[2].numbers,
                  cones[0].numbers, cones[1].numbers,  cones[2].numbers};
    PointStep step;
    step.in = {0, 1, 2, 3};
    for (size_t i = 0; i < 4; ++i) step.varies[i] = ~0u;
    for (size_t i = 0; i < 3; ++i) step.out[i] = static_cast<uint16_t>(4 + i);
    find_loop(Op::colorful_cones, 0, {}, precision)(step, {at, block_floats, 0, 0});
    return cones;
}

// Light below 2^-26 of white may be black. It is darker than 0.2 codes.
TEST(Targets, ErrorsOfQuickCubeRootsAreFarBelowACodeOf8Bits) {
    constexpr float gamma = 1 / 2.4f, share = 0.005f / 255;
    for_each_target([] {
        for (int octave = -24; octave < 9; ++octave) {
            Row red;
            for (int k = 0; k < block_floats; ++k)
                red.numbers[k] = std::ldexp(1 + static_cast<float>(k) / block_floats, octave);
            for (const float green : {0.0f, 0.3f, 40.0f}) {
                const auto full = cones_of(red, green, 0.1f, Precision::full);
                const auto quick = cones_of(red, green, 0.1f, Precision::of_8_bits);
                for (size_t i = 0; i < 3; ++i) {
                    for (int k = 0; k < block_floats; ++k) {
                        const float code = std::pow(full[i].numbers[k], gamma);
                        EXPECT_NEAR(std::pow(quick[i].numbers[k], gamma), code,
                                    share * std::max(1.0f, code));
                    }
                }
            }
        }
        for (const Row& cone : cones_of(Row{}, 0, 0, Precision::of_8_bits))
            for (const float light : cone.numbers) EXPECT_NEAR(light, 0, 1e-29f);
    });
}

TEST(Targets, DoNotTurnBrightLightBlack) {
    for_each_target([] {
        for (const float high : {1e4f, 4e9f, 1e12f, 1e18f}) {
            alignas(64) float rows[8][block_floats];
            const float in[] = {high, 0.5f * high, 0.3f * high, 1.0f, 0.1f};
            PointStep step;
            void* at[8];
            for (int i = 0; i < 8; ++i) {
                std::fill_n(rows[i], block_floats, i < 5 ? in[i] : -1.0f);
                at[i] = rows[i];
                if (i < 5) step.in[i] = static_cast<uint16_t>(i);
                if (i < 3) step.varies[i] = ~0u;
                if (i >= 5) step.out[i - 5] = static_cast<uint16_t>(i);
            }
            find_loop(Op::gamut_map, 0b11000)(step, {at, block_floats, 0, 0});
            EXPECT_GT(rows[5][0], 0.9f) << high;
            EXPECT_LE(rows[5][0], 1.0f) << high;
        }
    });
}

std::vector<TestPicture> shown_on(int64_t target, const Plan& plan,
                                  const std::vector<TestPicture>& frames) {
    const OnTarget on(target);
    const std::vector<TestPicture> shown(frames.size(), TestPicture(plan.output));
    Batch batch = batch_of(frames, shown);
    make_cpu_executor(plan, 2)->run(batch);
    return shown;
}

int64_t target_of(int option) {
    constexpr int64_t targets[] = {0, HWY_SSE4, HWY_AVX2, HWY_AVX3};
    return targets[option];
}

TEST(Targets, AreChosenForEachExecutor) {
    tonelift_options options = default_options();
    const Plan plan = stream_plan(options, hdr10_video(TONELIFT_FORMAT_P010, 257, 131),
                                  TONELIFT_FORMAT_YUV444P16);
    const auto frames = scene_frames(plan.input, 2);
    std::vector<std::unique_ptr<Executor>> executors;
    std::vector<int64_t> targets;
    const std::vector<int64_t> all = all_targets();
    for (const int option : {TONELIFT_CPU_SSE4, TONELIFT_CPU_AVX2, TONELIFT_CPU_AVX512}) {
        if (std::find(all.begin(), all.end(), target_of(option)) == all.end()) continue;
        executors.push_back(make_cpu_executor(plan, 2, InstructionSet(option)));
        targets.push_back(target_of(option));
    }
    if (executors.empty()) GTEST_SKIP() << "no set that the option names";
    for (size_t i = 0; i < executors.size(); ++i) {
        const std::vector<TestPicture> shown(frames.size(), TestPicture(plan.output));
        Batch batch = batch_of(frames, shown);
        executors[i]->run(batch);
        const auto expected = shown_on(targets[i], plan, frames);
        for (size_t frame = 0; frame < frames.size(); ++frame)
            EXPECT_TRUE(equal(expected[frame], shown[frame])) << hwy::TargetName(targets[i]);
    }
}

TEST(Targets, UnsupportedTargetsAreRefused) {
    const OnTarget on(all_targets().back());
    const int lacking = all_targets().back() == HWY_AVX3 ? TONELIFT_CPU_SSE4 : TONELIFT_CPU_AVX512;
    try {
        InstructionSet{lacking};
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.failure(), Failure::unsupported);
        EXPECT_NE(std::string(error.what()).find("is not supported by this processor"),
                  std::string::npos)
            << error.what();
    }
}

void expect_the_same_on_all(const tonelift_options& options, const tonelift_video& in,
                            tonelift_format out, const std::string& what) {
    const Plan plan = stream_plan(options, in, out);
    const PictureTolerance allowed = target_tolerance(plan.output.format->depth);
    const auto frames = scene_frames(plan.input, 2);
    const auto expected = shown_on(all_targets().front(), plan, frames);
    for (const int64_t target : all_targets()) {
        const auto shown = shown_on(target, plan, frames);
        for (size_t i = 0; i < shown.size(); ++i) {
            SCOPED_TRACE(what + " on " + hwy::TargetName(target) + ", frame " + std::to_string(i));
            const Difference d = difference(expected[i], shown[i], 0);
            EXPECT_LE(d.worst, allowed.codes);
            if (d.beyond_one > 1) {
                EXPECT_LE(d.share_beyond_one(), allowed.share);
            }
            EXPECT_TRUE(shown[i].padding_untouched());
        }
    }
}

void expect_all_presets_the_same(const tonelift_video& in, tonelift_format out) {
    for (const Preset& preset : looped_presets()) {
        tonelift_options options = default_options();
        options.preset = preset.name;
        expect_the_same_on_all(options, in, out, preset.name);
    }
}

TEST(Targets, AgreeForHdr) {
    expect_all_presets_the_same(hdr10_video(TONELIFT_FORMAT_P010, 257, 131), TONELIFT_FORMAT_NV12);
}

TEST(Targets, AgreeForHdrInSixteenBits) {
    expect_all_presets_the_same(hdr10_video(TONELIFT_FORMAT_P010, 257, 131),
                                TONELIFT_FORMAT_YUV444P16);
}

TEST(Targets, AgreeForSdr) {
    expect_all_presets_the_same(sdr_video(TONELIFT_FORMAT_NV12, 257, 131),
                                TONELIFT_FORMAT_YUV420P10);
}

TEST(Targets, AgreeAtOddSizes) {
    for (const Size& size : test_sizes) {
        if (size.width * size.height > 100000) continue;
        expect_the_same_on_all(default_options(),
                               hdr10_video(TONELIFT_FORMAT_YUV420P10, size.width, size.height),
                               TONELIFT_FORMAT_YUV420P,
                               std::to_string(size.width) + "x" + std::to_string(size.height));
    }
}

}  // namespace
}  // namespace tonelift::targets_test
