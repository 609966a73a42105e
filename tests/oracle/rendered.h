// SPDX-License-Identifier: BSD-2-Clause
// Runs built-in functions in a script on a small random picture.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "core/graph/plan.h"
#include "kernels/executor.h"
#include "tests/oracle/plain_image.h"
#include "tests/support/scripts.h"
#include "tests/support/test_picture.h"

namespace tonelift::rendered {

using plain::height;
using plain::Image;
using plain::map;
using plain::width;

constexpr uint32_t seed = 20;
constexpr double tolerance = 1.5e-3;

inline std::vector<std::array<Image, 3>> render(const std::string& text,
                                                std::vector<TestPicture>& input) {
    const Picture picture = input[0].picture();
    Graph graph(picture.width, picture.height);
    const Script script =
        build_script(parse_script({"test.tl", text}), graph, test::context_of(graph));
    PlanRequest request;
    request.input = request.output = picture;
    request.dither = Dither::none;
    request.components.assign(script.output.node.begin(), script.output.node.end());
    request.components.push_back(no_node);
    request.scene_change = script.scene_change;
    const Plan plan = make_plan(graph, request);

    std::vector<TestPicture> output;
    Batch batch;
    for (size_t i = 0; i < input.size(); ++i) {
        output.emplace_back(picture);
        batch.input.push_back(input[i].planes());
        batch.times.push_back(
            {0.25f * static_cast<float>(i), 0.25f, i == 0, 0, static_cast<float>(i)});
    }
    for (TestPicture& frame : output) batch.output.push_back(frame.planes());
    batch.parameters = {1000, 203};
    make_cpu_executor(plan, 2)->run(batch);

    std::vector<std::array<Image, 3>> images(input.size());
    for (size_t i = 0; i < images.size(); ++i) {
        for (int c = 0; c < 3; ++c)
            images[i][static_cast<size_t>(c)] =
                map([&](int x, int y) { return output[i].code(c, x, y); });
    }
    return images;
}

inline std::vector<TestPicture> random_frames(int count) {
    std::vector<TestPicture> frames;
    for (int i = 0; i < count; ++i) {
        frames.emplace_back(make_picture("gbrpf32le", width, height, true));
        frames.back().fill_legal(seed + static_cast<uint32_t>(i));
    }
    return frames;
}

inline Image component(const TestPicture& picture, int c) {
    return map([&](int x, int y) { return picture.code(c, x, y); });
}

inline double worst_difference(const Image& a, const Image& b) {
    double worst = 0;
    for (size_t i = 0; i < a.values.size(); ++i)
        worst = std::max(worst, std::fabs(a.values[i] - b.values[i]));
    return worst;
}

inline void expect_image(const std::string& expression,
                         const std::function<Image(const Image&, const Image&)>& expected,
                         double allowed = tolerance, const std::string& functions = "") {
    std::vector<TestPicture> frames = random_frames(1);
    const std::string text = "plane v = saturate(input.r); plane g = saturate(input.g);\n" +
                             functions + "\nplane result = " + expression +
                             "; output color(result);";
    ASSERT_EQ(test::errors_of(text, width, height), "") << text;
    const Image actual = render(text, frames)[0][0];
    const Image wanted = expected(component(frames[0], 0), component(frames[0], 1));
    EXPECT_LE(worst_difference(wanted, actual), allowed) << expression << ", seed " << seed;
}

}  // namespace tonelift::rendered
