// SPDX-License-Identifier: BSD-2-Clause
// Assembles the engine's PTX by ptxas: the default preset for every generation of GPUs, and every
// preset, format and built-in function for one GPU.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/algorithms/algorithms.h"
#include "kernels/cuda/emit/ptx_texts.h"
#include "tests/cuda/plan_kernels.h"
#include "tests/support/api_stream.h"
#include "tests/support/builtin_calls.h"
#include "tests/support/dolby_vision_stream.h"
#include "tests/support/gather_scripts.h"
#include "tests/support/kernel_cases.h"
#include "tests/support/stream_plan.h"
#include "tools/kernels/ptx_assembler.h"

namespace tonelift::ptx_test {
namespace {

constexpr const char* every_gpu[] = {"sm_75", "sm_80", "sm_89", "sm_90", "sm_100", "sm_120"};
constexpr const char* two_gpus[] = {"sm_75", "sm_90"};
constexpr const char* oldest_gpu[] = {"sm_75"};
// Name of the GPU architecture on which most kernels need more registers than on any other.
constexpr const char* gpu_with_most_registers[] = {"sm_90"};

constexpr int registers_of_multiprocessor = 65536;

// Upper limit of register spills, in bytes, for each preset, and for each pixel format with preset
// `natural`.
constexpr int few_bytes = 16;
// The same for pixel format v210, whose samples are not aligned to bytes.
constexpr int few_bytes_of_v210 = 80;

class Ptx : public testing::Test {
  protected:
    void SetUp() override {
        if (!have_ptxas()) GTEST_SKIP() << "there is no ptxas here";
    }
};

// Returns the number of registers that a block needs. The hardware allocates registers to a thread
// in units of eight.
int registers_of_block(const Assembled& kernel, unsigned threads) {
    return (kernel.registers + 7) / 8 * 8 * static_cast<int>(threads);
}

void expect_good(const PlanKernel& kernel, const Assembled& assembled, bool in_registers,
                 int most_spilled) {
    ASSERT_TRUE(assembled.worked) << assembled.messages;
    EXPECT_LE(registers_of_block(assembled, kernel.threads), registers_of_multiprocessor)
        << assembled.registers << " registers, " << kernel.threads << " threads";
    if (!in_registers) return;
    EXPECT_LE(assembled.spilled_bytes, most_spilled);
    if (kernel.per_pixel) {
        EXPECT_LE(assembled.stack_bytes, most_spilled);
    }
}

int number_of(std::string_view gpu) { return std::stoi(std::string(gpu.substr(3))); }

int target_of(const std::string& ptx) {
    constexpr std::string_view target = ".target ";
    return number_of(std::string_view(ptx).substr(ptx.find(target) + target.size()));
}

constexpr std::string_view every_kernel, no_kernel = "-";

using KernelOnGpu = std::pair<std::string, std::string>;

const std::map<KernelOnGpu, Assembled>& assembled(const PlanKernels& kernels,
                                                  std::span<const char* const> gpus) {
    static std::map<KernelOnGpu, Assembled> done;
    std::vector<KernelOnGpu> missing;
    std::vector<Assembly> all;
    for (const auto& [shape, kernel] : kernels.all()) {
        for (const char* gpu : gpus) {
            if (number_of(gpu) < target_of(kernel.ptx) || done.contains({shape, gpu})) continue;
            missing.emplace_back(shape, gpu);
            all.push_back({kernel.ptx, gpu});
        }
    }
    const std::vector<Assembled> results = assemble(all);
    for (size_t i = 0; i < all.size(); ++i) done[missing[i]] = results[i];
    return done;
}

void expect_good(const PlanKernels& kernels, std::span<const char* const> gpus,
                 std::string_view in_registers, int most_spilled = 0) {
    const auto& results = assembled(kernels, gpus);
    int checked = 0;
    for (const auto& [shape, kernel] : kernels.all()) {
        for (const char* gpu : gpus) {
            if (number_of(gpu) < target_of(kernel.ptx)) continue;
            SCOPED_TRACE(kernel.what + ": " + kernel.kernel + " for " + gpu);
            expect_good(kernel, results.at({shape, gpu}), kernel.kernel.starts_with(in_registers),
                        most_spilled);
            ++checked;
        }
    }
    testing::Test::RecordProperty("kernels", checked);
}

tonelift_options preset_options(const char* preset) {
    tonelift_options options = default_options();
    options.preset = preset;
    return options;
}

struct Stream {
    const char* name;
    tonelift_video (*video)(tonelift_format, int, int);
};
constexpr Stream streams[] = {{"HDR", hdr10_video}, {"SDR", sdr_video}};

struct Formats {
    tonelift_format in;
    tonelift_format out;
};
constexpr Formats many_formats[] = {
    {TONELIFT_FORMAT_P010, TONELIFT_FORMAT_NV12},
    {TONELIFT_FORMAT_NV12, TONELIFT_FORMAT_NV12},
    {TONELIFT_FORMAT_YUV420P10, TONELIFT_FORMAT_YUV420P10},
    {TONELIFT_FORMAT_YUV444P16, TONELIFT_FORMAT_YUV444P16},
    {TONELIFT_FORMAT_RGBA, TONELIFT_FORMAT_RGBA},
    {TONELIFT_FORMAT_GBRPF32, TONELIFT_FORMAT_GBRPF32},
    {TONELIFT_FORMAT_UYVY422, TONELIFT_FORMAT_UYVY422},
    {TONELIFT_FORMAT_V210, TONELIFT_FORMAT_V210},
};

std::vector<std::string> entries_of(std::string_view text) {
    constexpr std::string_view word = ".entry ";
    std::vector<std::string> names;
    for (size_t at = 0; (at = text.find(word, at)) != std::string_view::npos;) {
        at += word.size();
        names.emplace_back(text.substr(at, text.find('(', at) - at));
    }
    return names;
}

// compute-sanitizer runs the kernels of these cases on a GPU, so the cases must include every
// kernel.
TEST(CoreKernels, KernelCasesIncludeEveryKernel) {
    PlanKernels kernels;
    for (const KernelCase& with : all_kernel_cases()) kernels.add(with.plan, with.what);
    std::set<std::string> started;
    for (const auto& [shape, kernel] : kernels.all()) started.insert(kernel.kernel);
    for (const cuda::PtxText* core = cuda::ptx_texts; core->name != nullptr; ++core) {
        for (const std::string& name : entries_of(core->text))
            EXPECT_EQ(started.count(name), 1u) << core->name << ": " << name;
    }
}

Plan default_plan(const Stream& stream, int width, int height) {
    return stream_plan(default_options(), stream.video(TONELIFT_FORMAT_P010, width, height),
                       TONELIFT_FORMAT_NV12);
}

// Assembles only the variants with vector access. The tests of sizes and formats assemble all
// variants.
TEST_F(Ptx, DefaultPresetSuitsEveryGpu) {
    PlanKernels kernels(KernelVariants::vectors);
    kernels.add(default_plan(streams[0], 3840, 2160), streams[0].name);
    expect_good(kernels, every_gpu, every_kernel);
}

TEST_F(Ptx, DefaultPresetSuitsEverySizeOfHdrAndSdr) {
    PlanKernels kernels;
    for (const Stream& stream : streams) {
        kernels.add(default_plan(stream, 3840, 2160), stream.name);
        kernels.add(default_plan(stream, 16384, 16384), stream.name);
    }
    expect_good(kernels, gpu_with_most_registers, every_kernel, few_bytes);
}

TEST_F(Ptx, DefaultPresetSupportsManyFormats) {
    PlanKernels kernels, kernels_of_v210;
    for (const Stream& stream : streams) {
        for (const Formats& formats : many_formats) {
            PlanKernels& all = formats.in == TONELIFT_FORMAT_V210 ? kernels_of_v210 : kernels;
            all.add(
                stream_plan(default_options(), stream.video(formats.in, 1920, 1080), formats.out),
                std::string(stream.name) + " " + find_format(formats.in)->ffmpeg + " to " +
                    find_format(formats.out)->ffmpeg);
        }
    }
    expect_good(kernels, gpu_with_most_registers, every_kernel, few_bytes);
    expect_good(kernels_of_v210, gpu_with_most_registers, every_kernel, few_bytes_of_v210);
}

TEST_F(Ptx, EveryPresetFitsInRegisters) {
    PlanKernels kernels(KernelVariants::vectors);
    for (const Preset& preset : presets()) {
        for (const Stream& stream : streams)
            kernels.add(
                stream_plan(preset_options(preset.name),
                            stream.video(TONELIFT_FORMAT_P010, 1920, 1080), TONELIFT_FORMAT_NV12),
                std::string(preset.name) + " " + stream.name);
    }
    expect_good(kernels, gpu_with_most_registers, every_kernel, few_bytes);
}

TEST_F(Ptx, TexturesFitInRegisters) {
    PlanKernels kernels;
    tonelift_options options = default_options();
    for (const char* format : {"bc1", "bc3", "bc3_ycocg", "bc4"}) {
        options.format = format;
        for (const int quality : {TONELIFT_TEXTURE_QUALITY_FAST, TONELIFT_TEXTURE_QUALITY_NORMAL}) {
            options.texture_quality = quality;
            kernels.add(
                script_plan("output 0.9 * input;", options,
                            hdr10_video(TONELIFT_FORMAT_P010, 1920, 1080), TONELIFT_FORMAT_NONE),
                std::string(format) + " at quality " + std::to_string(quality));
        }
    }
    expect_good(kernels, two_gpus, "texture");
}

TEST_F(Ptx, ReshapedDolbyVisionSpillsFewRegisters) {
    PlanKernels kernels(KernelVariants::vectors);
    for (const char* preset : {"natural", "landscape", "portrait"})
        kernels.add(
            stream_plan(preset_options(preset), profile_5_video(TONELIFT_FORMAT_P010, 1920, 1080),
                        TONELIFT_FORMAT_NV12),
            std::string(preset) + " Dolby Vision");
    expect_good(kernels, gpu_with_most_registers, every_kernel, 104);
}

TEST_F(Ptx, ChangedParamsFitInRegisters) {
    constexpr const char* moved =
        "strength=0.9|detail=1.9|shadows=0.4|highlights=0.3|contrast=0.1|saturation=1.1|"
        "vibrance=0.1|warmth=0.1|anchor=0.5|expansion=0.5|smoothing=0.4|percentile=99.7";
    PlanKernels kernels;
    for (const Stream& stream : streams)
        kernels.add(live_plan(default_options(), stream.video(TONELIFT_FORMAT_P010, 1920, 1080),
                              TONELIFT_FORMAT_NV12, moved),
                    std::string("moved ") + stream.name);
    expect_good(kernels, gpu_with_most_registers, every_kernel);
}

// Assembles only one variant for one GPU, because errors of a built-in function do not depend on
// the variant or the GPU.
TEST_F(Ptx, EveryBuiltinAssembles) {
    PlanKernels kernels(KernelVariants::vectors);
    for (const Builtin& builtin : builtins()) {
        kernels.add(
            script_plan(test::script_showing(builtin), default_options(),
                        hdr10_video(TONELIFT_FORMAT_GBRPF32, 640, 360), TONELIFT_FORMAT_GBRPF32),
            builtin.name);
    }
    expect_good(kernels, oldest_gpu, no_kernel);
}

TEST_F(Ptx, GathersFitInRegisters) {
    PlanKernels kernels;
    tonelift_options options = default_options();
    options.script_work = 1e6;
    for (int radius : {1, 8, 64}) {
        for (const std::string& script : test::gather_scripts(radius))
            kernels.add(
                script_plan(script, options, hdr10_video(TONELIFT_FORMAT_GBRPF32, 1920, 1080),
                            TONELIFT_FORMAT_GBRPF32),
                script);
    }
    expect_good(kernels, two_gpus, "gather");
}

TEST_F(Ptx, ChecksDetectFaults) {
    const std::string head = ".version 7.7\n.target sm_75\n.address_size 64\n.visible .entry k(";
    const std::string memory =
        head +
        ".param .u64 p, .param .u32 n)\n{\n.local .align 4 .b8 array[1024];\n"
        ".reg .u64 %a<4>;\n.reg .u32 %n<3>;\n.reg .f32 %f<2>;\n"
        "ld.param.u64 %a1, [p];\nld.param.u32 %n1, [n];\nmov.u64 %a2, array;\n"
        "mul.wide.u32 %a3, %n1, 4;\nadd.u64 %a3, %a3, %a2;\nst.local.u32 [%a3], %n1;\n"
        "ld.local.u32 %n2, [%a2+16];\nst.global.u32 [%a1], %n2;\nret;\n}\n";
    const auto results = assemble({{head + ")\n{\nret;\n}\n", "sm_75"},
                                   {memory, "sm_90"},
                                   {head + ")\n{\nno.such.thing;\n}\n", "sm_75"}});
    EXPECT_TRUE(results[0].worked) << results[0].messages;
    EXPECT_EQ(results[0].stack_bytes, 0);
    EXPECT_TRUE(results[1].worked) << results[1].messages;
    EXPECT_EQ(results[1].stack_bytes, 1024);
    EXPECT_FALSE(results[2].worked);
    EXPECT_NE(results[2].messages, "");
}

}  // namespace
}  // namespace tonelift::ptx_test
