// SPDX-License-Identifier: BSD-2-Clause
// Tests the CUDA kernel launches of filters: the kernel exists, its blocks cover the picture, and
// the device has enough resources for them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/cuda/emit/ptx_texts.h"
#include "kernels/cuda/launch/core_calls.h"
#include "kernels/device/pq_tables.h"
#include "kernels/gpu/pass_call.h"
#include "kernels/resample/resample_cuda.h"
#include "kernels/resample/resample_cuda_parameters.h"
#include "kernels/scan/lines_cuda.h"
#include "kernels/scan/lines_cuda_parameters.h"
#include "kernels/scan/scan_cuda.h"
#include "kernels/scan/scan_cuda_parameters.h"
#include "kernels/scan/scan_cuda_policy.h"
#include "kernels/stencil/stencil_cuda.h"
#include "kernels/stencil/stencil_cuda_parameters.h"
#include "kernels/stencil/stencil_cuda_policy.h"

namespace tonelift::cuda::cuda_launch_test {
namespace {

constexpr DeviceLimits devices[] = {{14, 64 << 10, 64 << 10, 7, 5, 1 << 20},
                                    {28, 99 << 10, 100 << 10, 8, 6, 2 << 20},
                                    {132, 227 << 10, 228 << 10, 9, 0, 60 << 20}};
constexpr int sizes[] = {1, 2, 31, 300, 1080, 1919, 3840, 16384};

std::set<std::string> entries_of_texts() {
    constexpr std::string_view word = ".entry ";
    std::set<std::string> found;
    for (const PtxText* text = ptx_texts; text->name != nullptr; ++text) {
        const std::string_view all = text->text;
        for (size_t at = 0; (at = all.find(word, at)) != std::string_view::npos;) {
            at += word.size();
            found.insert(std::string(text->name) + " " +
                         std::string(all.substr(at, all.find('(', at) - at)));
        }
    }
    return found;
}

bool has_entry(const KernelCall& call) {
    static const std::set<std::string> entries = entries_of_texts();
    return entries.contains(std::string(call.source) + " " + call.kernel);
}

template <typename P>
P parameters(const KernelCall& call) {
    P p{};
    EXPECT_EQ(call.parameters.size(), sizeof p);
    std::memcpy(&p, call.parameters.data(), sizeof p);
    return p;
}

void check(const KernelCall& call, const DeviceLimits& device) {
    EXPECT_TRUE(has_entry(call)) << call.source << " " << call.kernel;
    EXPECT_EQ(call.partials, size_t{call.grid.x} * call.grid.y);
    EXPECT_LE(call.grid.y, 65535u);
    EXPECT_EQ(call.block.x * call.block.y % 32, 0u);
    EXPECT_LE(call.block.x * call.block.y, 1024u);
    EXPECT_LE(static_cast<int>(call.shared_bytes), device.shared_bytes_per_block);
    EXPECT_LT(call.parameters.size(), 4000u);
    EXPECT_EQ(call.workspace_bytes % 256, 0u);
}

Pass pass_of(const Core& core, int width, int height) {
    Pass pass;
    pass.core = core;
    pass.width = width;
    pass.height = height;
    return pass;
}

Stencil stencil_of(StencilKind kind, int radius) {
    Stencil stencil;
    stencil.kind = kind;
    stencil.radius_x = stencil.radius_y = radius;
    stencil.threshold = 0.1f;
    stencil.sigma = 1.0f;
    const auto side = static_cast<size_t>(2 * radius + 1);
    stencil.weights.assign(side * side, 2.0f);
    stencil.weights_x.assign(side, 2.0f);
    stencil.weights_y.assign(side, 3.0f);
    return stencil;
}

template <class Visit>
void each_stencil(const Visit& visit) {
    constexpr StencilKind kinds[] = {
#define TONELIFT_STENCIL(name, title, inputs, range, work) StencilKind::name,
#include "kernels/stencils.def"
    };
    for (StencilKind kind : kinds) {
        for (int radius : {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 31, 64}) {
            if (kind == StencilKind::median && radius > 16) continue;  // the limit in builtins.def
            visit(stencil_of(kind, radius));
        }
    }
}

TEST(CudaLaunch, StencilsFitEveryDevice) {
    const Plane planes[2] = {};
    for (const DeviceLimits& device : devices) {
        each_stencil([&](const Stencil& stencil) {
            for (int size : sizes) {
                SCOPED_TRACE(stencil.radius_x);
                check(stencil_call(pass_of(stencil, size, 1081), planes, device), device);
                check(stencil_call(pass_of(stencil, 1921, size), planes, device), device);
            }
        });
    }
}

std::vector<float> weights_of_square(const KernelCall& call) {
    std::vector<float> weights((call.parameters.size() - sizeof(Plane)) / sizeof(float));
    std::memcpy(weights.data(), call.parameters.data() + sizeof(Plane),
                weights.size() * sizeof(float));
    return weights;
}

TEST(CudaLaunch, WeightsAreCopiedCompletely) {
    const Plane plane{};
    for (int radius = 0; radius <= 20; ++radius) {
        const int side = 2 * radius + 1;
        const auto call_of = [&](StencilKind kind) {
            return stencil_call(pass_of(stencil_of(kind, radius), 640, 480), {&plane, 1},
                                devices[0]);
        };
        float sum = 0;
        const KernelCall call = call_of(StencilKind::convolve);
        for (float w : call.constants) sum += w;
        if (call.constants.empty()) {
            for (float w : weights_of_square(call)) sum += w;
        } else {
            sum /= wide_rows;
        }
        EXPECT_EQ(sum, 2.0f * static_cast<float>(side * side));
        sum = 0;
        for (float w : call_of(StencilKind::convolve_separable).constants) sum += w;
        EXPECT_EQ(sum, 5.0f * static_cast<float>(side));
    }
}

TEST(CudaLaunch, LargeRectanglesAreNotPaddedToSquares) {
    const Plane plane{};
    const auto call_of = [&](int radius_x, int radius_y) {
        Stencil stencil = stencil_of(StencilKind::convolve, std::max(radius_x, radius_y));
        stencil.radius_x = radius_x;
        stencil.radius_y = radius_y;
        return stencil_call(pass_of(stencil, 640, 480), {&plane, 1}, devices[0]);
    };
    EXPECT_EQ(weights_of_square(call_of(14, 14)).size(), 29u * 29u);
    EXPECT_EQ(weights_of_square(call_of(8, 1)).size(), 17u * 17u);
    EXPECT_EQ(call_of(14, 1).kernel, "convolve_wide_2");
    EXPECT_EQ(call_of(1, 14).kernel, "convolve_wide_1");
    EXPECT_EQ(call_of(15, 15).kernel, "convolve_wide_3");
}

TEST(CudaLaunch, UnrolledKernelsReceiveTheirParameters) {
    const Plane planes[2] = {{3, plane_float32, 640, 480}, {4, plane_float32, 640, 480}};
    const auto call_of = [&](StencilKind kind, int radius) {
        return stencil_call(pass_of(stencil_of(kind, radius), 640, 480), planes, devices[0]);
    };
    const auto convolve = parameters<ConvolveParameters<14>>(call_of(StencilKind::convolve, 14));
    EXPECT_EQ(convolve.value.entry, 3);
    EXPECT_EQ(convolve.weights[840], 2.0f);

    const auto bilateral = parameters<BilateralParameters<2>>(call_of(StencilKind::bilateral, 2));
    EXPECT_EQ(bilateral.value.entry, 3);
    EXPECT_EQ(bilateral.guide.entry, 4);
    for (int distance = 0; distance <= 2; ++distance) {
        const double exponent = -0.5 * distance * distance;
        EXPECT_NEAR(bilateral.near[distance], exponent / std::log(2.0), 1e-6);
        EXPECT_NEAR(bilateral.row[distance], std::exp(exponent), 1e-6);
    }
    EXPECT_EQ(bilateral.row[3], 0.0f);
    EXPECT_NEAR(bilateral.alike, 10 * std::sqrt(0.5 / std::log(2.0)), 1e-5);
}

TEST(CudaLaunch, SmallSquareBilateralFiltersAreUnrolled) {
    const Plane planes[2] = {{3, plane_float32, 640, 480}, {4, plane_float32, 640, 480}};
    const auto kernel_of = [&](int radius_x, int radius_y) {
        Stencil stencil = stencil_of(StencilKind::bilateral, radius_x);
        stencil.radius_y = radius_y;
        return stencil_call(pass_of(stencil, 640, 480), planes, devices[0]).kernel;
    };
    EXPECT_EQ(kernel_of(1, 1), "bilateral_1");
    EXPECT_EQ(kernel_of(8, 8), "bilateral_8");
    EXPECT_EQ(kernel_of(9, 9), "bilateral_wide_1");
    EXPECT_EQ(kernel_of(2, 3), "bilateral_wide_2");
    EXPECT_EQ(kernel_of(0, 0), "bilateral_wide_0");
}

TEST(CudaLaunch, SharedMemoryIsUsedAsFarAsTwoBlocksFit) {
    const Plane plane{};
    const auto slab_on = [&](const DeviceLimits& device) {
        const Pass pass = pass_of(stencil_of(StencilKind::convolve, 20), 640, 480);
        const KernelCall call = stencil_call(pass, {&plane, 1}, device);
        EXPECT_LE(2 * static_cast<int>(call.shared_bytes), device.shared_bytes_per_multiprocessor);
        return parameters<WideParameters>(call).slab;
    };
    constexpr int rows = stencil_warps * wide_rows + 2 * 20;
    EXPECT_LT(slab_on(devices[0]), slab_on(devices[1]));
    EXPECT_LT(slab_on(devices[1]), rows);
    EXPECT_EQ(slab_on(devices[2]), rows);
}

Resample resample_of(ResampleKind kind, int in_width, int in_height) {
    Resample resample;
    resample.kind = kind;
    resample.in_width = in_width;
    resample.in_height = in_height;
    return resample;
}

TEST(CudaLaunch, ResamplingCoversThePicture) {
    const Plane planes[3] = {};
    const DeviceLimits& device = devices[0];
    for (int size : sizes) {
        for (int in : sizes) {
            for (ResampleKind kind :
                 {ResampleKind::bilinear, ResampleKind::joint, ResampleKind::transpose})
                check(resample_call(pass_of(resample_of(kind, in, 7), size, 9), planes), device);
            if (in < size) continue;
            const Resample area = resample_of(ResampleKind::area, in, 99);
            const KernelCall call = resample_call(pass_of(area, size, 33), planes);
            check(call, device);
            const int columns = parameters<AreaParameters>(call).columns;
            EXPECT_EQ(columns % 4, 0);
            EXPECT_LE(columns, 4 * static_cast<int>(call.block.x));
            EXPECT_GE(static_cast<int>(call.grid.x) * columns, size);
            EXPECT_EQ(call.grid.y, 33u);
        }
    }
}

TEST(CudaLaunch, ResamplingToHalfDoubleAndFourfoldHasSpecialKernels) {
    const auto kernel_of = [](ResampleKind kind, int in, int out, PlaneStorage storage,
                              int ratio = 2) {
        Plane planes[3] = {};
        for (Plane& plane : planes) plane.storage = storage;
        const KernelCall call =
            resample_call(pass_of(resample_of(kind, in, 8), out, in < out ? 8 * ratio : 4), planes);
        check(call, devices[0]);
        return std::string(call.kernel);
    };
    EXPECT_EQ(kernel_of(ResampleKind::area, 62, 31, plane_unorm16), "halve");
    EXPECT_EQ(kernel_of(ResampleKind::area, 61, 31, plane_unorm16), "area");
    EXPECT_EQ(kernel_of(ResampleKind::area, 62, 31, plane_float32), "area");
    EXPECT_EQ(kernel_of(ResampleKind::joint, 31, 62, plane_unorm16), "joint_double");
    EXPECT_EQ(kernel_of(ResampleKind::joint, 31, 61, plane_unorm16), "joint");
    for (const PlaneStorage storage : {plane_unorm16, plane_float32}) {
        EXPECT_EQ(kernel_of(ResampleKind::bilinear, 31, 62, storage), "bilinear_double");
        EXPECT_EQ(kernel_of(ResampleKind::bilinear, 31, 124, storage, 4), "bilinear_fourfold");
        EXPECT_EQ(kernel_of(ResampleKind::bilinear, 31, 62, storage, 4), "bilinear");
        EXPECT_EQ(kernel_of(ResampleKind::bilinear, 31, 61, storage), "bilinear");
    }
}

TEST(CudaLaunch, HalvingIsFusedIntoItsPass) {
    const auto kernels_of = [](int width, int height) {
        Plan plan;
        Pass pass = pass_of(resample_of(ResampleKind::area, width, height), (width + 1) / 2,
                            (height + 1) / 2);
        pass.prologue.code = {{Op::load_input}, {Op::store_core}};
        pass.inputs.resize(1);
        CorePlanes planes;
        std::string kernels;
        for (const PassCall& call :
             pass_calls(plan, pass, core_calls, devices[0], {}, 0, &planes, 1)) {
            check(call.call, devices[0]);
            kernels += (kernels.empty() ? "" : " ") + std::string(call.call.kernel);
        }
        return kernels;
    };
    EXPECT_EQ(kernels_of(64, 30), "point_halve");
    EXPECT_EQ(kernels_of(62, 30), "point_pass area");
    EXPECT_EQ(kernels_of(64, 31), "point_pass area");
}

template <typename P>
void check_lines(const KernelCall& call, int length, int lines) {
    const LineCut cut = parameters<P>(call).cut;
    EXPECT_EQ(cut.length, length);
    EXPECT_GE(static_cast<int>(call.grid.x) * cut.lines, lines);
    EXPECT_GE(static_cast<int>(call.block.x) / cut.lines * cut.segment, length);
    EXPECT_LE(static_cast<int>(call.block.x) / cut.lines, 1 << largest_segment_bits);
    EXPECT_EQ(cut.segment % 2, 1);
    EXPECT_EQ(cut.in_workspace != 0, call.workspace_bytes > 0);
}

TEST(CudaLaunch, LineScansFitEveryDevice) {
    const Plane planes[2] = {};
    for (const DeviceLimits& device : devices) {
        for (Axis axis : {Axis::x, Axis::y}) {
            for (int length : sizes) {
                Scan scan;
                scan.axis = axis;
                scan.sigma = 5;
                const auto call_of = [&](ScanKind kind) {
                    scan.kind = kind;
                    const bool rows = axis == Axis::x;
                    return lines_call(pass_of(scan, rows ? length : 77, rows ? 77 : length), planes,
                                      device);
                };
                for (ScanKind kind : {ScanKind::gauss, ScanKind::smooth, ScanKind::sum})
                    check(call_of(kind), device);
                check_lines<GaussParameters>(call_of(ScanKind::gauss), length, 77);
                check_lines<SmoothParameters>(call_of(ScanKind::smooth), length, 77);
                check_lines<SumParameters>(call_of(ScanKind::sum), length, 77);
            }
        }
    }
}

Pass edge_pass(Axis axis, int width, int height) {
    Scan scan;
    scan.kind = ScanKind::edge;
    scan.axis = axis;
    scan.rate = 0.02f;
    scan.edge = 100;
    Pass pass = pass_of(scan, width, height);
    pass.prologue.code.push_back({Op::hue_rotate});
    return pass;
}

void check_edge_rows(const Pass& pass, const DeviceLimits& device) {
    const KernelCall call = edge_scan_call(pass, device);
    check(call, device);
    const bool wide = call.kernel == "scan_edge_x_wide";
    const EdgeRowShape shape = wide ? edge_x_wide : edge_x_light;
    const int rows = parameters<EdgeScanParameters>(call).rows_per_block;
    EXPECT_LE(call.block.x * call.block.y, static_cast<unsigned>(shape.threads));
    EXPECT_GE(static_cast<int>(call.block.x) * shape.chunks * 8, pass.width);
    EXPECT_EQ(rows % static_cast<int>(call.block.y), 0);
    const EdgeScanParameters p = parameters<EdgeScanParameters>(call);
    EXPECT_LT(p.prefetch_blocks, static_cast<int>(call.grid.x));
    const bool asks = p.prefetch_frames < edge_prefetch_none;
    EXPECT_EQ(asks, device.cache_bytes >= 32 << 20) << device.cache_bytes;
    EXPECT_GE(static_cast<int>(call.grid.x) * rows, pass.height);
    EXPECT_LT((static_cast<int>(call.grid.x) - 1) * rows, pass.height);
}

void check_edge_columns(const Pass& pass, const DeviceLimits& device) {
    const KernelCall call = edge_scan_call(pass, device);
    check(call, device);
    const int tiles = parameters<EdgeScanParameters>(call).tiles;
    const bool together = call.kernel == "scan_edge_y";
    const unsigned panels = together ? call.grid.y : call.grid.x;
    if (together) {
        EXPECT_EQ(call.grid.x, static_cast<unsigned>(tiles));
        EXPECT_LE(tiles, device.multiprocessors * edge_y_blocks);
    }
    const int warps = static_cast<int>(call.block.x) / 32;
    EXPECT_EQ(call.block.y, 1u);
    EXPECT_LE(warps, edge_y_warps);
    const int table_bytes = PqTables{.decode = true, .encode = true}.bytes();
    EXPECT_LE(static_cast<int>(call.shared_bytes) + table_bytes, device.shared_bytes_per_block);
    EXPECT_EQ(warps % edge_y_warp_step, 0);
    EXPECT_GE(static_cast<int>(panels) * edge_panel, pass.width);
    EXPECT_GE(tiles * warps * edge_y_warp_rows, pass.height);
    EXPECT_LT((tiles - 1) * warps * edge_y_warp_rows, pass.height);
    EXPECT_EQ(call.scratch_bytes > 0, together);
    EXPECT_EQ(call.workspace_bytes > 0, !together);
}

void check_edge_passes(Axis axis, void (*check_pass)(const Pass&, const DeviceLimits&)) {
    for (const DeviceLimits& device : devices) {
        for (int size : sizes) {
            SCOPED_TRACE(size);
            check_pass(edge_pass(axis, size, 1081), device);
            check_pass(edge_pass(axis, 1921, size), device);
        }
    }
}

TEST(CudaLaunch, EdgeScansFitEveryDevice) {
    check_edge_passes(Axis::x, check_edge_rows);
    check_edge_passes(Axis::y, check_edge_columns);
}

TEST(CudaLaunch, EdgeScansReduceInLargeBlocks) {
    Pass pass = edge_pass(Axis::x, 3840, 2160);
    pass.epilogue.code.push_back({Op::reduce});
    const KernelCall call = edge_scan_call(pass, devices[0]);
    EXPECT_LE(call.partials, 2 * static_cast<size_t>(Tuning().edge_reducing_blocks));
    EXPECT_EQ(call.partials, edge_scan_call(pass, devices[2]).partials);
}

}  // namespace
}  // namespace tonelift::cuda::cuda_launch_test
