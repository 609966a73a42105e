// SPDX-License-Identifier: BSD-2-Clause
// Tests that the CPU executor agrees with the plain version, both with loops and with machine code.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "core/algorithms/algorithms.h"
#include "kernels/executor.h"
#include "kernels/pack/pack.h"
#include "kernels/point/point.h"
#include "kernels/scan/scan.h"
#include "kernels/unpack/unpack.h"
#include "tests/oracle/plain.h"
#include "tests/support/api_stream.h"
#include "tests/support/code_sets.h"
#include "tests/support/guarded_memory.h"
#include "tests/support/looped_presets.h"
#include "tests/support/repeats.h"
#include "tests/support/scene.h"
#include "tests/support/stream_plan.h"
#include "tests/support/targets.h"
#include "tests/support/test_plans.h"

namespace tonelift::executor_parity_test {
namespace {

class PlainPixel : public PixelAccess {
  public:
    PlainPixel(const Picture& picture, const FramePlanes& frame)
        : picture_(picture), frame_(frame) {}

    void move_to(int x, int y) {
        x_ = x;
        y_ = y;
    }
    float load(const Instruction& instruction, float) override {
        if (instruction.op == Op::coordinate_x) return static_cast<float>(x_) + 0.5f;
        if (instruction.op == Op::coordinate_y) return static_cast<float>(y_) + 0.5f;
        return static_cast<float>(unpack_sample_plain(picture_, frame_, instruction.index, x_, y_));
    }
    void store(const Instruction& instruction, float value) override {
        out[instruction.index] = value;
    }

    std::array<float, 4> out{};

  private:
    const Picture& picture_;
    const FramePlanes& frame_;
    int x_ = 0;
    int y_ = 0;
};

void run_plain_frame(const Plan& plan, const TestPicture& in, const TestPicture& out) {
    const PointProgram& program = std::get<Pass>(plan.steps[0]).epilogue;
    const Picture& picture = plan.output;
    const FramePlanes planes = in.planes();
    PlainPixel pixel(plan.input, planes);
    float uniforms[static_cast<size_t>(FrameUniform::count_)] = {};
    uniforms[static_cast<size_t>(FrameUniform::source_peak)] = test_peaks[0];
    uniforms[static_cast<size_t>(FrameUniform::target_peak)] = test_peaks[1];
    std::vector<float> values(static_cast<size_t>(program.values));
    std::vector<float> rows(3 * static_cast<size_t>(picture.width) * picture.height);
    const size_t plane = static_cast<size_t>(picture.width) * picture.height;
    for (int y = 0; y < picture.height; ++y) {
        for (int x = 0; x < picture.width; ++x) {
            pixel.move_to(x, y);
            run_plain(program, uniforms, values, pixel);
            for (size_t c = 0; c < 3; ++c) {
                rows[c * plane + static_cast<size_t>(y) * picture.width + x] = pixel.out[c];
            }
        }
    }
    const PackBlock block{{rows.data(), rows.data() + plane, rows.data() + 2 * plane, nullptr},
                          picture.width,
                          0,
                          picture.height};
    std::vector<float> scratch(pack_scratch(picture) + 16);
    void* aligned = scratch.data();
    size_t room = scratch.size() * sizeof(float);
    std::align(64, 0, aligned, room);
    pack(picture, plan.dither, block, out.planes(), static_cast<float*>(aligned));
}

enum class Execution { loops, avx2_code, avx512_code };

class ExecutorParity : public testing::TestWithParam<Execution> {
  protected:
    void SetUp() override {
        if (GetParam() == Execution::loops) {
            set_ = set_.without_machine_code();
            return;
        }
        const auto code =
            code_set(GetParam() == Execution::avx2_code ? TONELIFT_CPU_AVX2 : TONELIFT_CPU_AVX512);
        if (!code) GTEST_SKIP() << "no machine code for this set here";
        set_ = *code;
    }

    InstructionSet set_;
};

std::string name_of_execution(const testing::TestParamInfo<Execution>& execution) {
    constexpr const char* names[] = {"loops", "avx2_code", "avx512_code"};
    return names[static_cast<size_t>(execution.param)];
}

INSTANTIATE_TEST_SUITE_P(Executions, ExecutorParity,
                         testing::Values(Execution::loops, Execution::avx2_code,
                                         Execution::avx512_code),
                         name_of_execution);

TEST_P(ExecutorParity, PointPassesAgreeWithPlain) {
    const char* formats[][2] = {
        {"p010", "nv12"}, {"yuv420p10", "yuv444p16"}, {"yuv422p", "yuv420p"}};
    for (const auto& [from, to] : formats) {
        for (const Size& size : test_sizes) {
            if (size.width * size.height > 100000) continue;
            for (int location : {1, 3, 6}) {
                const Picture in = make_picture(from, size.width, size.height, false, location);
                const Picture out = make_picture(to, size.width, size.height, false, location);
                TestPicture source(in), expected(out), actual(out);
                source.fill_legal(5);
                const Plan plan = point_plan(in, out);
                run_plain_frame(plan, source, expected);
                run_frame(plan, source, actual, 2, {test_peaks[0], test_peaks[1]}, set_);
                EXPECT_TRUE(equal(expected, actual, 1))
                    << from << " " << to << " " << size.width << "x" << size.height;
                EXPECT_TRUE(actual.padding_untouched());
            }
        }
    }
}

void expect_exact_copies(const InstructionSet& set) {
    for (int width = 1; width <= 300; ++width) {
        const Picture picture = make_picture("yuv444p10", width, 3);
        TestPicture in(picture), out(picture);
        in.fill_legal(static_cast<uint32_t>(width));
        Plan plan = empty_plan(picture, picture);
        plan.steps.push_back(point_pass(picture, copy_program()));
        run_frame(plan, in, out, 1, {1, 1}, set);
        ASSERT_TRUE(equal(in, out)) << width;
        ASSERT_TRUE(out.padding_untouched());
    }
}

TEST_P(ExecutorParity, ACopyIsExactInEveryWidth) { expect_exact_copies(set_); }

TEST(ExecutorOnEveryTarget, ACopyIsExactInEveryWidth) {
    for_each_target([] { expect_exact_copies({}); });
}

void run_in_batches(const Plan& plan, const std::vector<TestPicture>& in,
                    const std::vector<TestPicture>& out, const InstructionSet& set, int threads,
                    size_t size, std::vector<FrameState>* record = nullptr,
                    const std::vector<FrameState>* replay = nullptr) {
    const auto executor = make_cpu_executor(plan, threads, set);
    const Batch all = batch_of(in, out);
    for (size_t first = 0; first < in.size(); first += size) {
        const size_t end = std::min(in.size(), first + size);
        Batch batch;
        batch.parameters = all.parameters;
        batch.input.assign(all.input.begin() + first, all.input.begin() + end);
        batch.output.assign(all.output.begin() + first, all.output.begin() + end);
        batch.times.assign(all.times.begin() + first, all.times.begin() + end);
        if (record != nullptr) batch.record.resize(end - first);
        if (replay != nullptr) batch.replay.assign(replay->begin() + first, replay->begin() + end);
        executor->run(batch);
        if (record != nullptr)
            record->insert(record->end(), batch.record.begin(), batch.record.end());
    }
}

// To save time, instrumented builds test only the largest number of threads. They test large frames
// with only one batch size.
TEST_P(ExecutorParity, ResultsDoNotDependOnThreadsOrBatch) {
    constexpr int frames = 8;
    for (const Size& size : test_sizes) {
        const Picture in = make_picture("p010", size.width, size.height, false, 3);
        const Picture out = make_picture("nv12", size.width, size.height, false, 1);
        const Plan plan = local_plan(in, out);
        const std::vector<TestPicture> source = pictures(in, size.width > 1000 ? 3 : frames, 11);
        const std::vector<TestPicture> expected = pictures(out, static_cast<int>(source.size()), 0);
        run_in_batches(plan, source, expected, set_, 1, 1);
        for (int threads : {1, 2, 5}) {
            for (size_t batch : {1, 3, 8}) {
                const bool chosen = threads == 5 && (size.width <= 1000 || batch == 3);
                if (is_instrumented && !chosen) continue;
                const std::vector<TestPicture> actual =
                    pictures(out, static_cast<int>(source.size()), 0);
                run_in_batches(plan, source, actual, set_, threads, batch);
                for (size_t i = 0; i < actual.size(); ++i) {
                    ASSERT_TRUE(equal(expected[i], actual[i]))
                        << size.width << "x" << size.height << " threads " << threads << " batch "
                        << batch << " frame " << i;
                    ASSERT_TRUE(actual[i].padding_untouched());
                }
            }
        }
    }
}

TEST_P(ExecutorParity, ReplayOutputsTheSameFrames) {
    const Picture in = make_picture("yuv420p10", 65, 33);
    const Picture out = make_picture("yuv420p", 65, 33);
    const Plan plan = local_plan(in, out);
    const std::vector<TestPicture> source = pictures(in, 6, 21);
    const std::vector<TestPicture> expected = pictures(out, 6, 0);
    std::vector<FrameState> record;
    run_in_batches(plan, source, expected, set_, 2, 4, &record);
    ASSERT_EQ(record.size(), source.size());
    for (size_t begin = 0; begin < source.size(); ++begin) {
        const std::vector<TestPicture> piece(source.begin() + static_cast<ptrdiff_t>(begin),
                                             source.end());
        const std::vector<FrameState> replay(record.begin() + static_cast<ptrdiff_t>(begin),
                                             record.end());
        const std::vector<TestPicture> actual = pictures(out, static_cast<int>(piece.size()), 0);
        run_in_batches(plan, piece, actual, set_, 2, 2, nullptr, &replay);
        for (size_t i = 0; i < actual.size(); ++i) {
            EXPECT_TRUE(equal(expected[begin + i], actual[i]))
                << "piece from " << begin << ", frame " << i;
        }
    }
}

TEST_P(ExecutorParity, AScanInFloatAgreesWithPlain) {
    const Picture picture = make_picture("grayf32", 83, 45);
    for (Axis axis : {Axis::x, Axis::y}) {
        Scan scan;
        scan.kind = ScanKind::edge;
        scan.axis = axis;
        scan.rate = 0.2f;
        scan.edge = 20;
        Plan plan = empty_plan(picture, picture);
        plan.buffers = {{picture.width, picture.height, Storage::float32}};
        ProgramWriter prologue;
        const Operand v = prologue.load(Op::load_input, 0);
        prologue.store(Op::store_core, 0, v);
        prologue.store(Op::store_core, 1, prologue.op(Op::multiply, {v, Operand::constant(0.5f)}));
        plan.steps.push_back(core_pass(picture, scan, prologue.take(), 0));
        ProgramWriter last;
        last.store(Op::store_output, 0, last.load(Op::load_buffer, 0));
        plan.steps.push_back(point_pass(picture, last.take()));

        const std::vector<TestPicture> in = pictures(picture, 1, 3), out = pictures(picture, 1, 0);
        run_in_batches(plan, in, out, set_, 2, 1);
        const int lines = axis == Axis::x ? picture.height : picture.width;
        const int length = axis == Axis::x ? picture.width : picture.height;
        for (int line = 0; line < lines; ++line) {
            std::vector<double> value(static_cast<size_t>(length)), guide(value.size());
            const auto at = [&](const TestPicture& p, int i) {
                return axis == Axis::x ? p.code(0, i, line) : p.code(0, line, i);
            };
            for (int i = 0; i < length; ++i) {
                value[static_cast<size_t>(i)] = at(in[0], i);
                guide[static_cast<size_t>(i)] = 0.5 * at(in[0], i);
            }
            scan_line_plain(scan, value.data(), guide.data(), length);
            for (int i = 0; i < length; ++i) {
                ASSERT_NEAR(at(out[0], i), value[static_cast<size_t>(i)], 1e-5)
                    << "line " << line << " at " << i;
            }
        }
    }
}

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
        for (const Preset& preset : looped_presets()) {
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

TEST_P(MachineCodePictures, AgreeForHdr) {
    expect_all_presets_the_same(hdr10_video(TONELIFT_FORMAT_P010, 321, 131), TONELIFT_FORMAT_NV12);
}

TEST_P(MachineCodePictures, AgreeForHdrInSixteenBits) {
    expect_all_presets_the_same(hdr10_video(TONELIFT_FORMAT_YUV420P10, 67, 35),
                                TONELIFT_FORMAT_YUV444P16);
}

TEST_P(MachineCodePictures, AgreeForSdr) {
    expect_all_presets_the_same(sdr_video(TONELIFT_FORMAT_NV12, 258, 78),
                                TONELIFT_FORMAT_YUV420P10);
}

TEST_P(MachineCodePictures, AgreeAtAllSizes) {
    for (const Size& size : test_sizes) {
        if (is_instrumented && size.width > 1000) continue;
        const Plan plan = stream_plan(
            default_options(), hdr10_video(TONELIFT_FORMAT_YUV420P10, size.width, size.height),
            TONELIFT_FORMAT_YUV420P);
        expect_the_same(plan, std::to_string(size.width) + "x" + std::to_string(size.height));
    }
}

TEST_P(MachineCodePictures, AgreeForEveryInputFormat) {
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

TEST_P(MachineCodePictures, InputCodesAreReadDirectly) {
    const Picture input = make_picture("p010", 64, 64);
    const PreparedProgram program(copy_program(), {}, code, &input);
    for (const auto& access : program.accesses())
        EXPECT_EQ(access.codes, access.op == Op::load_input);
}

TEST_P(MachineCodePictures, DefaultOutputProgramNeedsFewLoops) {
    const Plan plan = stream_plan(default_options(), hdr10_video(TONELIFT_FORMAT_P010, 1920, 1080),
                                  TONELIFT_FORMAT_NV12);
    const Pass* output = nullptr;
    for (const auto& step : plan.steps) {
        if (const Pass* pass = std::get_if<Pass>(&step)) output = pass;
    }
    ASSERT_NE(output, nullptr);
    EXPECT_GT(PreparedProgram(output->epilogue, plan.buffers, loops).steps().size(), 25u);
    EXPECT_LT(PreparedProgram(output->epilogue, plan.buffers, code).steps().size(), 21u);
}

}  // namespace
}  // namespace tonelift::executor_parity_test
