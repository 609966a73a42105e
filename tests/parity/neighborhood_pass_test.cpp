// SPDX-License-Identifier: BSD-2-Clause
//
// Stencil and resample passes of the executor against the definitions over the whole plane: bands,
// borders, and effects of rows that several bands read.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kernels/resample/resample.h"
#include "kernels/stencil/stencil.h"
#include "tests/oracle/plain.h"
#include "tests/support/test_plans.h"

namespace tonelift {
namespace {

constexpr uint32_t seed = 9;

// A pass with this core over component 0, whose second core input is half of it. The prologue also
// sums what it reads; the mean goes into component 1 of the output.
Plan plan_with(const Picture& in, const Picture& out, const Core& core, int inputs) {
    Plan plan = empty_plan(in, out);
    plan.buffers = {{out.width, out.height, Storage::float32},
                    {out.width, out.height, Storage::float32}};
    plan.reductions = {{ReductionKind::sum, false, static_cast<int64_t>(in.width) * in.height}};
    const int mean = plan.uniforms++;
    ProgramWriter prologue;
    const Operand v = prologue.load(Op::load_input, 0);
    prologue.store(Op::store_core, 0, v);
    if (inputs > 1)
        prologue.store(Op::store_core, 1, prologue.op(Op::multiply, {v, Operand::number(0.5f)}));
    prologue.store(Op::reduce, 0, v);
    plan.steps.push_back(core_pass(out, core, prologue.take(), 0));
    FrameOperation operation;
    operation.op = FrameOp::mean;
    operation.reduction = 0;
    operation.result = mean;
    plan.steps.push_back(FrameStep{{operation}});
    ProgramWriter last;
    last.store(Op::store_output, 0, last.load(Op::load_buffer, 0));
    last.store(Op::store_output, 1, Operand::uniform(mean));
    last.store(Op::store_output, 2, Operand::number(0.25f));
    plan.steps.push_back(point_pass(out, last.take()));
    return plan;
}

void expect_mean_counted_once(const TestPicture& in, const TestPicture& out) {
    double sum = 0;
    const int width = in.width(0), height = in.height(0);
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) sum += in.code(0, x, y);
    }
    EXPECT_NEAR(out.code(1, 0, 0), sum / width / height, 1e-5);
    EXPECT_EQ(out.code(2, out.width(2) - 1, out.height(2) - 1), 0.25);
}

// Rows of floats with `border` more pixels on every side, which repeat the edge.
std::vector<float> padded(const TestPicture& picture, int border, int pitch, float scale) {
    const int width = picture.width(0), height = picture.height(0);
    std::vector<float> rows(static_cast<size_t>(pitch) * static_cast<size_t>(height + 2 * border));
    for (int y = -border; y < height + border; ++y) {
        for (int x = -border; x < pitch - border; ++x) {
            const double code =
                picture.code(0, std::clamp(x, 0, width - 1), std::clamp(y, 0, height - 1));
            rows[static_cast<size_t>((y + border) * pitch + x + border)] =
                scale * static_cast<float>(code);
        }
    }
    return rows;
}

TEST(NeighborhoodPass, StencilsAgreeWithTheirDefinition) {
    for (const auto& [width, height] : {std::pair{1, 1}, {17, 31}, {67, 130}}) {
        const Picture picture = make_picture("gbrpf32", width, height);
        TestPicture in(picture), out(picture);
        in.fill_legal(seed);
        for (StencilKind kind :
             {StencilKind::box, StencilKind::maximum, StencilKind::surface_blur}) {
            Stencil stencil;
            stencil.kind = kind;
            stencil.radius_x = 3;
            stencil.radius_y = 2;
            if (kind == StencilKind::surface_blur) stencil.radius_y = 3;
            stencil.threshold = 0.3f;
            run_frame(plan_with(picture, picture, stencil, stencil_info(kind).inputs), in, out, 2);
            constexpr int border = 3;
            const int pitch = (width + 2 * border + 15) / 16 * 16;
            const std::vector<float> value = padded(in, border, pitch, 1),
                                     guide = padded(in, border, pitch, 0.5f);
            const ptrdiff_t first = border * pitch + border;
            const StencilBand band{
                value.data() + first, guide.data() + first, pitch, nullptr, 0, width, height};
            for (int y = 0; y < height; ++y) {
                for (int x = 0; x < width; ++x) {
                    ASSERT_NEAR(out.code(0, x, y), stencil_pixel_plain(stencil, band, x, y), 1e-5)
                        << "kind " << static_cast<int>(kind) << " at " << x << "," << y << ", seed "
                        << seed;
                }
            }
            expect_mean_counted_once(in, out);
        }
    }
}

TEST(NeighborhoodPass, ResamplesAgreeWithTheirDefinition) {
    for (const auto& [width, height] : {std::pair{1, 1}, {34, 62}, {13, 17}, {90, 70}}) {
        const Picture from = make_picture("gbrpf32", 67, 63),
                      to = make_picture("gbrpf32", width, height);
        TestPicture in(from), out(to);
        in.fill_legal(seed);
        for (ResampleKind kind : {ResampleKind::area, ResampleKind::bilinear}) {
            if (kind == ResampleKind::area && width > from.width) continue;
            Resample resample;
            resample.kind = kind;
            resample.in_width = from.width;
            resample.in_height = from.height;
            run_frame(plan_with(from, to, resample, 1), in, out, 2);
            const std::vector<float> value = padded(in, 0, 80, 1);
            ResampleBand band{};
            band.value = value.data();
            band.pitch = 80;
            band.out_width = width;
            band.out_height = height;
            band.rows = height;
            band.input = {0, from.height};
            for (int y = 0; y < height; ++y) {
                for (int x = 0; x < width; ++x) {
                    ASSERT_NEAR(out.code(0, x, y), resample_pixel_plain(resample, band, x, y), 1e-5)
                        << "kind " << static_cast<int>(kind) << " to " << width << "x" << height
                        << " at " << x << "," << y << ", seed " << seed;
                }
            }
            expect_mean_counted_once(in, out);
        }
    }
}

TEST(NeighborhoodPass, TurnsMoveEveryPixelOnce) {
    for (const auto& [width, height] :
         {std::pair{1, 1}, {67, 63}, {300, 7}, {5, 600}, {257, 256}}) {
        for (ResampleKind kind :
             {ResampleKind::flip_x, ResampleKind::flip_y, ResampleKind::transpose}) {
            const bool transposes = kind == ResampleKind::transpose;
            const Picture from = make_picture("gbrpf32", width, height),
                          to = transposes ? make_picture("gbrpf32", height, width) : from;
            TestPicture in(from), out(to);
            in.fill_legal(seed);
            Resample resample;
            resample.kind = kind;
            resample.in_width = width;
            resample.in_height = height;
            run_frame(plan_with(from, to, resample, 1), in, out, 2);
            for (int y = 0; y < height; ++y) {
                for (int x = 0; x < width; ++x) {
                    const int to_x = kind == ResampleKind::flip_x ? width - 1 - x : x;
                    const int to_y = kind == ResampleKind::flip_y ? height - 1 - y : y;
                    ASSERT_EQ(transposes ? out.code(0, y, x) : out.code(0, to_x, to_y),
                              in.code(0, x, y))
                        << "kind " << static_cast<int>(kind) << ", " << width << "x" << height
                        << " at " << x << "," << y << ", seed " << seed;
                }
            }
            expect_mean_counted_once(in, out);
        }
    }
}

}  // namespace
}  // namespace tonelift
