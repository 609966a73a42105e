// SPDX-License-Identifier: BSD-2-Clause
#include "tests/gpu/gpu_support.h"

namespace tonelift::gpu_executor_test {
namespace {

class GpuExecutor : public GpuTest {};

std::vector<TestPicture> filled(const Picture& picture, int count, Pitch pitch, uint32_t seed) {
    std::vector<TestPicture> result;
    for (int i = 0; i < count; ++i) {
        result.emplace_back(picture, pitch);
        if (seed != 0) result.back().fill_legal(seed + static_cast<uint32_t>(i));
    }
    return result;
}

PointProgram look_for(const Format& from, const Format& to) {
    if (from.family == Family::YUV && to.family == Family::YUV) return some_look();
    ProgramWriter program;
    for (int c = 0; c < 4; ++c) {
        if (to.components[static_cast<size_t>(c)].plane < 0) continue;
        const Operand value = program.load(Op::load_input, c);
        program.store(Op::store_output, c,
                      program.op(Op::multiply, {value, Operand::constant(0.75f)}));
    }
    return program.take();
}

void check_formats(const std::shared_ptr<CudaDevice>& device, const Format& from, const Format& to,
                   Size size, Pitch pitch, int location) {
    const Picture in = make_picture(from.ffmpeg, size.width, size.height, false, location);
    const Picture out = make_picture(to.ffmpeg, size.width, size.height, false, location);
    Plan plan = empty_plan(in, out);
    plan.dither = Dither::blue;
    plan.steps.push_back(point_pass(out, look_for(from, to)));
    const auto source = filled(in, 1, pitch, 5);
    auto expected = filled(out, 1, pitch, 0), actual = filled(out, 1, pitch, 0);
    run_on_cpu(plan, source, expected);
    run_on_device(plan, device, source, actual, {1, 1});
    expect_close(expected[0], actual[0],
                 std::string(from.ffmpeg) + " to " + to.ffmpeg + " " + std::to_string(size.width) +
                     "x" + std::to_string(size.height) + " pitch " +
                     std::to_string(static_cast<int>(pitch)) + " location " +
                     std::to_string(location));
}

TEST_F(GpuExecutor, ReadsAndWritesEveryFormat) {
    const Format& p010 = *find_format("p010le");
    const Format& nv12 = *find_format("nv12");
    for (const Format* format : all_formats()) {
        for (const Size size : {Size{1, 1}, Size{2, 1}, Size{17, 31}, Size{300, 5}}) {
            check_formats(device_, *format, *format, size, Pitch::padded, 1);
        }
        check_formats(device_, *format, *format, {131, 67}, Pitch::aligned, 3);
        check_formats(device_, *format, *format, {130, 66}, Pitch::negative, 2);
        if (format->family == Family::YUV) {
            check_formats(device_, p010, *format, {257, 40}, Pitch::aligned, 3);
            check_formats(device_, *format, nv12, {257, 41}, Pitch::aligned, 1);
        }
    }
}

TEST_F(GpuExecutor, KeepsThePositionOfChroma) {
    for (int location = 0; location <= 6; ++location) {
        for (const Size size : {Size{1, 1}, Size{17, 31}, Size{255, 9}, Size{640, 361}}) {
            for (const Pitch pitch : {Pitch::aligned, Pitch::padded})
                check_formats(device_, *find_format("p010le"), *find_format("yuv420p"), size, pitch,
                              location);
        }
    }
}

TEST_F(GpuExecutor, AgreesWithTheCpuOnHostilePictures) {
    for (const char* name : {"gbrpf32le", "yuv444p16le", "p010le", "rgba"}) {
        const Picture picture = make_picture(name, 65, 33);
        Plan plan = empty_plan(picture, picture);
        ProgramWriter program;
        for (int c = 0; c < 3; ++c) {
            const Operand sane = program.op(Op::sanitize, {program.load(Op::load_input, c)});
            program.store(Op::store_output, c, program.op(Op::saturate, {sane}));
        }
        plan.steps.push_back(point_pass(picture, program.take()));
        auto source = filled(picture, 1, Pitch::aligned, 0);
        source[0].fill_hostile(3);
        auto expected = filled(picture, 1, Pitch::aligned, 0);
        auto actual = filled(picture, 1, Pitch::aligned, 0);
        run_on_cpu(plan, source, expected);
        run_on_device(plan, device_, source, actual, {1, 1});
        EXPECT_TRUE(equal(expected[0], actual[0], 0.51)) << name;
    }
}

TEST_F(GpuExecutor, AgreesWithTheCpuOnACombinedPlan) {
    for (const Size& size : test_sizes) {
        const Picture in = make_picture("p010", size.width, size.height, false, 3);
        const Picture out = make_picture("nv12", size.width, size.height, false, 1);
        const Plan plan = local_plan(in, out);
        const auto source = filled(in, 3, Pitch::aligned, 11);
        auto expected = filled(out, 3, Pitch::aligned, 0);
        auto actual = filled(out, 3, Pitch::aligned, 0);
        std::vector<FrameState> cpu_states, device_states;
        run_on_cpu(plan, source, expected, &cpu_states);
        run_on_device(plan, device_, source, actual, {3, 3}, {&device_states});
        const std::string what = std::to_string(size.width) + "x" + std::to_string(size.height);
        for (size_t i = 0; i < actual.size(); ++i) {
            expect_close(expected[i], actual[i], what + " frame " + std::to_string(i));
            ASSERT_EQ(device_states[i].states.size(), cpu_states[i].states.size());
            for (size_t k = 0; k < cpu_states[i].states.size(); ++k) {
                EXPECT_NEAR(device_states[i].states[k], cpu_states[i].states[k], 2e-3)
                    << what << " frame " << i << " state " << k;
            }
        }
    }
}

TEST_F(GpuExecutor, DoesNotDependOnTheBatch) {
    for (const Size& size : test_sizes) {
        const Picture in = make_picture("p010", size.width, size.height, false, 3);
        const Picture out = make_picture("nv12", size.width, size.height, false, 1);
        const Plan plan = local_plan(in, out);
        const auto source = filled(in, size.width > 1000 ? 4 : 9, Pitch::aligned, 31);
        const int frames = static_cast<int>(source.size());
        auto expected = filled(out, frames, Pitch::aligned, 0);
        run_on_device(plan, device_, source, expected, {1, 1});
        for (const BatchSize batch : {BatchSize{1, 1}, {3, 3}, {8, 8}, {9, 2}, {4, 64}}) {
            auto actual = filled(out, frames, Pitch::aligned, 0);
            run_on_device(plan, device_, source, actual, batch);
            for (size_t i = 0; i < actual.size(); ++i) {
                ASSERT_TRUE(equal(expected[i], actual[i]))
                    << size.width << "x" << size.height << " batch " << batch.of_calls << "/"
                    << batch.of_launches << " frame " << i;
            }
        }
    }
}

TEST_F(GpuExecutor, ReplaysTheSameFrames) {
    const Picture in = make_picture("yuv420p10", 65, 33);
    const Picture out = make_picture("yuv420p", 65, 33);
    const Plan plan = local_plan(in, out);
    const auto source = filled(in, 6, Pitch::aligned, 21);
    auto expected = filled(out, 6, Pitch::aligned, 0);
    std::vector<FrameState> record;
    run_on_device(plan, device_, source, expected, {4, 4}, {&record});
    ASSERT_EQ(record.size(), source.size());
    for (size_t begin = 0; begin < source.size(); ++begin) {
        const auto from = static_cast<ptrdiff_t>(begin);
        const std::vector<TestPicture> piece(source.begin() + from, source.end());
        const std::vector<FrameState> replay(record.begin() + from, record.end());
        auto actual = filled(out, static_cast<int>(piece.size()), Pitch::aligned, 0);
        run_on_device(plan, device_, piece, actual, {2, 2}, {nullptr, &replay});
        for (size_t i = 0; i < actual.size(); ++i) {
            EXPECT_TRUE(equal(expected[begin + i], actual[i]))
                << "piece from " << begin << ", frame " << i;
        }
    }
}

}  // namespace
}  // namespace tonelift::gpu_executor_test
