// SPDX-License-Identifier: BSD-2-Clause
#include "tests/support/kernel_cases.h"

#include "tests/support/api_stream.h"
#include "tests/support/builtin_calls.h"
#include "tests/support/gather_scripts.h"
#include "tests/support/program_writer.h"
#include "tests/support/stream_plan.h"
#include "tests/support/test_plans.h"

namespace tonelift {
namespace {

constexpr const char* cores[] = {
    "v",
    "recursive_edge(v, v, 20, 0.1, 2)",
    "recursive_edge(max(v, blur_gauss(v, 1)), v, 20, 0.1, 2)",
    "recursive_gauss(v, 6)",
    "global_smooth(v, v, 20, 0.1, 1)",
    "integral(v) / (width * height)",
    "convolve(v, 0, 1, 0, 1, 4, 1, 0, 1, 0) / 8",
    "convolve(v, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1) / 8",
    "blur_gauss(v, 3)",
    "blur_box(v, 2)",
    "blur_box(v, 9)",
    "erode(v, 2)",
    "erode(v, 9)",
    "dilate(v, 2)",
    "dilate(v, 9)",
    "median(v, 1)",
    "median(v, 2)",
    "median(v, 3)",
    "median(v, 5)",
    "median(v, 16)",
    "surface_blur(v, v, 4, 0.1)",
    "surface_blur(v, v, 5, 0.1)",
    "surface_blur(v, v, 6, 0.1)",
    "surface_blur(v, v, 7, 0.1)",
    "bilateral(v, v, 0.3, 0.1)",
    "bilateral(v, v, 0.6, 0.1)",
    "bilateral(v, v, 1, 0.1)",
    "bilateral(v, v, 1.3, 0.1)",
    "bilateral(v, v, 1.6, 0.1)",
    "bilateral(v, v, 2, 0.1)",
    "bilateral(v, v, 2.3, 0.1)",
    "bilateral(v, v, 2.6, 0.1)",
    "bilateral(v, v, 2.9, 0.1)",
    "bilateral(v, v, 3.2, 0.1)",
    "bilateral(v, v, 3.5, 0.1)",
    "bilateral(v, v, 4, 0.1)",
    "bilateral(v, blur_gauss(v, 1), 1.3, 0.1)",
    "upsample(downsample(v, 2))",
    "upsample(downsample(downsample(v, 2), 2))",
    "upsample(downsample(v, 2) * downsample(skin_likelihood(input), 2))",
    "upsample(downsample(v, 3))",
    "joint_upsample(downsample(v, 2), downsample(v, 2), v)",
    "joint_upsample(downsample(v, 3), downsample(v, 3), v, 0.01, 0.5)",
    "joint_upsample(downsample(v, 3), downsample(v, 3), v, 0.01, 1000, 0)",
    "transpose(flip(transpose(flip(v, 0)), 1))",
};

std::vector<std::string> stencil_calls() {
    constexpr const char* names[] = {
#define TONELIFT_STENCIL(name, title, inputs, range, work) #name,
#include "kernels/stencils.def"
    };
    std::vector<std::string> calls;
    for (const char* name : names) {
        const Builtin* builtin = find_builtin(name);
        if (builtin == nullptr || builtin->category != Category::neighborhood) continue;
        std::string call = test::call_of(*builtin);
        call.replace(call.find("(input"), 6, "(v");
        calls.push_back(std::move(call));
    }
    return calls;
}

std::string script_of(const std::string& core) {
    return "plane v = lightness(input); plane r = saturate(" + core +
           "); float p = smooth(percentile(r, 0.9) + 0.1 * mean(r) + 0.1 * maximum(r), 0.5);"
           "output relight(input, v, 0.2 + 0.3 * p * curve(r, 0, 0.1, 0.5, 0.6, 1, 0.9));";
}

struct FormatCase {
    tonelift_format format;
    tonelift_chroma_location location = TONELIFT_CHROMA_UNSPECIFIED;
};

constexpr FormatCase format_cases[] = {
    {TONELIFT_FORMAT_YUV444P},
    {TONELIFT_FORMAT_YUV444P16},
    {TONELIFT_FORMAT_GBRPF32},
    {TONELIFT_FORMAT_RGBA},
    {TONELIFT_FORMAT_RGBA64},
    {TONELIFT_FORMAT_XRGB},
    {TONELIFT_FORMAT_NV16},
    {TONELIFT_FORMAT_UYVY422},
    {TONELIFT_FORMAT_YUYV422, TONELIFT_CHROMA_CENTER},
    {TONELIFT_FORMAT_Y210},
    {TONELIFT_FORMAT_V210},
    {TONELIFT_FORMAT_P210},
    {TONELIFT_FORMAT_NV12, TONELIFT_CHROMA_LEFT},
    {TONELIFT_FORMAT_P010, TONELIFT_CHROMA_LEFT},
    {TONELIFT_FORMAT_NV12, TONELIFT_CHROMA_TOPLEFT},
    {TONELIFT_FORMAT_P010, TONELIFT_CHROMA_TOPLEFT},
};

struct StencilCase {
    StencilKind kind;
    int radius_x;
    int radius_y;
};

constexpr StencilCase stencils[] = {
    {StencilKind::convolve, 3, 3},   {StencilKind::convolve, 4, 4},
    {StencilKind::convolve, 5, 5},   {StencilKind::convolve, 6, 6},
    {StencilKind::convolve, 7, 6},   {StencilKind::convolve, 8, 8},
    {StencilKind::convolve, 9, 2},   {StencilKind::convolve, 10, 9},
    {StencilKind::convolve, 11, 1},  {StencilKind::convolve, 12, 3},
    {StencilKind::convolve, 9, 9},   {StencilKind::convolve, 10, 10},
    {StencilKind::convolve, 11, 11}, {StencilKind::convolve, 12, 12},
    {StencilKind::convolve, 13, 13}, {StencilKind::convolve, 14, 14},
    {StencilKind::box, 3, 0},        {StencilKind::minimum, 0, 3},
    {StencilKind::maximum, 2, 0},    {StencilKind::box, 1, 1},
    {StencilKind::box, 2, 2},        {StencilKind::box, 3, 3},
    {StencilKind::minimum, 1, 1},    {StencilKind::minimum, 2, 2},
    {StencilKind::minimum, 3, 3},    {StencilKind::maximum, 1, 1},
    {StencilKind::maximum, 2, 2},    {StencilKind::maximum, 3, 3},
    {StencilKind::median, 0, 2}};

Plan stencil_plan(const StencilCase& with, Size size) {
    const Picture in = make_picture("p010", size.width, size.height);
    Plan plan = empty_plan(in, in);
    plan.buffers = {{size.width, size.height, Storage::unorm16}};
    Stencil stencil;
    stencil.kind = with.kind;
    stencil.radius_x = with.radius_x;
    stencil.radius_y = with.radius_y;
    const auto weights = static_cast<size_t>((2 * with.radius_x + 1) * (2 * with.radius_y + 1));
    stencil.weights.assign(weights, 1.0f / static_cast<float>(weights));
    ProgramWriter load, last;
    load.store(Op::store_core, 0, load.op(Op::saturate, {load.load(Op::load_input, 0)}));
    plan.steps.emplace_back(core_pass(in, stencil, load.take(), 0));
    last.store(Op::store_output, 0, last.load(Op::load_buffer, 0));
    for (const int c : {1, 2}) last.store(Op::store_output, c, last.load(Op::load_input, c));
    plan.steps.emplace_back(point_pass(in, last.take()));
    return plan;
}

Plan hdr_plan(const std::string& script, Size size) {
    return script_plan(script, default_options(),
                       hdr10_video(TONELIFT_FORMAT_P010, size.width, size.height),
                       TONELIFT_FORMAT_NV12);
}

std::vector<KernelCase> texture_cases(Size size) {
    tonelift_video in = sdr_video(TONELIFT_FORMAT_RGBA, size.width, size.height);
    in.matrix = TONELIFT_MATRIX_RGB;
    in.range = TONELIFT_RANGE_FULL;
    tonelift_options options = default_options();
    std::vector<KernelCase> cases;
    for (const char* format : {"bc1", "bc3", "bc3_ycocg", "bc4"}) {
        options.format = format;
        for (const int quality : {TONELIFT_TEXTURE_QUALITY_FAST, TONELIFT_TEXTURE_QUALITY_NORMAL}) {
            options.texture_quality = quality;
            cases.push_back({std::string(format) + " at quality " + std::to_string(quality),
                             script_plan("output input;", options, in, TONELIFT_FORMAT_NONE)});
        }
    }
    return cases;
}

}  // namespace

std::vector<KernelCase> kernel_cases(Size size) {
    std::vector<KernelCase> cases;
    const tonelift_options options = default_options();
    cases.push_back(
        {"the default preset",
         stream_plan(options, hdr10_video(TONELIFT_FORMAT_P010, size.width, size.height),
                     TONELIFT_FORMAT_NV12)});
    for (const char* core : cores) cases.push_back({core, hdr_plan(script_of(core), size)});
    for (const std::string& call : stencil_calls())
        cases.push_back({call, hdr_plan(script_of(call), size)});
    for (const std::string& script : test::gather_scripts(6))
        cases.push_back({script, hdr_plan(script, size)});
    for (const FormatCase& format : format_cases) {
        tonelift_video in = sdr_video(format.format, size.width, size.height);
        in.chroma_location = format.location;
        cases.push_back({find_format(format.format)->ffmpeg,
                         script_plan("output 0.9 * input;", options, in, format.format)});
    }
    tonelift_options even = options;
    for (const double deband : {TONELIFT_DEBAND_ON, TONELIFT_DEBAND_AUTO}) {
        even.deband = deband;
        cases.push_back({deband > 0 ? "bands removed" : "bands looked for",
                         script_plan("output 0.9 * input;", even,
                                     sdr_video(TONELIFT_FORMAT_NV12, size.width, size.height),
                                     TONELIFT_FORMAT_NV12)});
    }
    cases.push_back({"the default preset, bands looked for",
                     stream_plan(even, hdr10_video(TONELIFT_FORMAT_P010, size.width, size.height),
                                 TONELIFT_FORMAT_NV12)});
    for (const StencilCase& stencil : stencils)
        cases.push_back({"stencil " + std::to_string(static_cast<int>(stencil.kind)),
                         stencil_plan(stencil, size)});
    for (KernelCase& texture : texture_cases(size)) cases.push_back(std::move(texture));
    return cases;
}

std::vector<KernelCase> all_kernel_cases() {
    std::vector<KernelCase> cases = kernel_cases({300, 200});
    for (const Size size : {Size{8200, 9}, {16, 16384}})
        cases.push_back(
            {"long lines", hdr_plan(script_of("recursive_edge(v, v, 20, 0.1, 1)"), size)});
    for (const tonelift_format format : {TONELIFT_FORMAT_NV12, TONELIFT_FORMAT_P010}) {
        tonelift_video in = sdr_video(format, 3840, 2160);
        in.chroma_location = TONELIFT_CHROMA_LEFT;
        cases.push_back(
            {"a large frame", script_plan("output 0.9 * input;", default_options(), in, format)});
    }
    return cases;
}

}  // namespace tonelift
