// SPDX-License-Identifier: BSD-2-Clause
#include <benchmark/benchmark.h>
#include <hwy/aligned_allocator.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "kernels/pack/pack.h"
#include "kernels/unpack/unpack.h"

namespace tonelift {
namespace {

constexpr int width = 1920;
constexpr int rows = 64;
constexpr int strip = 256;
// The instruction set is selected only once, because the selection is slow.
const InstructionSet set;

struct Frame {
    explicit Frame(const char* name) : picture{find_format(name), width, rows, false, 1} {
        if (picture.format == nullptr) throw std::invalid_argument(name);
        for (int plane = 0; plane < picture.format->planes(); ++plane) {
            const int pitch = picture.format->row_bytes(plane, width) + 64;
            memory[plane].resize(static_cast<size_t>(pitch) * rows);
            planes.data[plane] = memory[plane].data();
            planes.pitch[plane] = pitch;
        }
    }
    Picture picture;
    FramePlanes planes;
    std::vector<std::byte> memory[4];
};

void bench_unpack(benchmark::State& state, const char* format, int component) {
    const Frame frame(format);
    auto out = hwy::AllocateAligned<float>(strip);
    for (auto _ : state) {
        for (int y = 0; y < rows; ++y) {
            for (int x = 0; x < width; x += strip) {
                unpack(frame.picture, frame.planes, component, x, y, std::min(strip, width - x),
                       out.get(), set);
                benchmark::DoNotOptimize(out.get());
                benchmark::ClobberMemory();
            }
        }
    }
    state.SetItemsProcessed(state.iterations() * width * rows);
}

void bench_unpack_rows(benchmark::State& state, const char* format, int component) {
    constexpr int run = 512, height = 8;
    const Frame frame(format);
    auto out = hwy::AllocateAligned<float>(run * height);
    for (auto _ : state) {
        for (int y = 0; y < rows; y += height) {
            for (int x = 0; x < width; x += run) {
                unpack_rows(frame.picture, frame.planes, component, x, y, std::min(run, width - x),
                            height, out.get(), run, set);
                benchmark::DoNotOptimize(out.get());
                benchmark::ClobberMemory();
            }
        }
    }
    state.SetItemsProcessed(state.iterations() * width * rows);
}

void bench_pack(benchmark::State& state, const char* format, Dither dither) {
    const Frame frame(format);
    const PackHalo halo = pack_halo(frame.picture);
    const size_t floats = static_cast<size_t>(width) * (rows + halo.above + halo.below);
    PackBlock block{{}, width, 0, rows};
    hwy::AlignedFreeUniquePtr<float[]> numbers[4];
    for (int c = 0; c < 4; ++c) {
        if (frame.picture.format->components[c].plane < 0) continue;
        numbers[c] = hwy::AllocateAligned<float>(floats);
        std::fill_n(numbers[c].get(), floats, 0.4f);
        block.component[c] = numbers[c].get() + static_cast<ptrdiff_t>(halo.above) * width;
    }
    std::vector<float> scratch(pack_scratch(frame.picture));
    for (auto _ : state) {
        pack(frame.picture, dither, block, frame.planes, scratch.data(), set);
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * width * rows);
}

BENCHMARK_CAPTURE(bench_unpack, luma_8, "yuv420p", 0);
BENCHMARK_CAPTURE(bench_unpack, luma_10, "yuv420p10", 0);
BENCHMARK_CAPTURE(bench_unpack, luma_p010, "p010", 0);
BENCHMARK_CAPTURE(bench_unpack, luma_float, "grayf32", 0);
BENCHMARK_CAPTURE(bench_unpack, chroma_444_10, "yuv444p10", 1);
BENCHMARK_CAPTURE(bench_unpack, chroma_422_10, "yuv422p10", 1);
BENCHMARK_CAPTURE(bench_unpack, chroma_420_8, "yuv420p", 1);
BENCHMARK_CAPTURE(bench_unpack, chroma_420_10, "yuv420p10", 1);
BENCHMARK_CAPTURE(bench_unpack, chroma_nv12, "nv12", 1);
BENCHMARK_CAPTURE(bench_unpack, chroma_p010, "p010", 2);
BENCHMARK_CAPTURE(bench_unpack, red_rgb24, "rgb24", 0);
BENCHMARK_CAPTURE(bench_unpack, red_rgba, "rgba", 0);
BENCHMARK_CAPTURE(bench_unpack, red_rgb48, "rgb48", 0);
BENCHMARK_CAPTURE(bench_unpack, red_rgba64, "rgba64", 0);

BENCHMARK_CAPTURE(bench_unpack_rows, luma_10, "yuv420p10", 0);
BENCHMARK_CAPTURE(bench_unpack_rows, chroma_420_10, "yuv420p10", 1);

BENCHMARK_CAPTURE(bench_pack, yuv420p_blue, "yuv420p", Dither::blue);
BENCHMARK_CAPTURE(bench_pack, yuv420p_none, "yuv420p", Dither::none);
BENCHMARK_CAPTURE(bench_pack, nv12_blue, "nv12", Dither::blue);
BENCHMARK_CAPTURE(bench_pack, yuv420p10_blue, "yuv420p10", Dither::blue);
BENCHMARK_CAPTURE(bench_pack, p010_blue, "p010", Dither::blue);
BENCHMARK_CAPTURE(bench_pack, yuv444p16, "yuv444p16", Dither::none);
BENCHMARK_CAPTURE(bench_pack, gray_blue, "gray", Dither::blue);
BENCHMARK_CAPTURE(bench_pack, gbrp_blue, "gbrp", Dither::blue);
BENCHMARK_CAPTURE(bench_pack, rgb24_blue, "rgb24", Dither::blue);
BENCHMARK_CAPTURE(bench_pack, rgba_blue, "rgba", Dither::blue);
BENCHMARK_CAPTURE(bench_pack, rgb48, "rgb48", Dither::none);
BENCHMARK_CAPTURE(bench_pack, gbrpf32, "gbrpf32", Dither::none);

}  // namespace
}  // namespace tonelift

BENCHMARK_MAIN();
