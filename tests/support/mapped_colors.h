// SPDX-License-Identifier: BSD-2-Clause
// Maps a PQ picture with colors of all tones to linear light. Tests compare the result with a
// definition.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include "tests/oracle/color_reference.h"
#include "tests/support/api_stream.h"

namespace tonelift {

class MappedColors : public testing::Test {
  protected:
    static constexpr int width = 64, height = 8;
    using SetMetadata = std::function<void(tonelift_frame&)>;

    void SetUp() override {
        std::mt19937 random(1);
        for (int y = 0; y < height; ++y) {
            for (int x = 0; x < width; ++x) {
                for (int c = 0; c < 3; ++c) {
                    const double less = 0.01 * y * static_cast<double>(random() % 8);
                    const double code = 0.8 * x / (width - 1.0) * (1 - less);
                    picture_.set_code(c, x, y, std::round(65535 * code));
                }
            }
        }
    }

    static tonelift_video video() {
        tonelift_video result = hdr10_video(TONELIFT_FORMAT_GBRP16, width, height);
        result.matrix = 0;
        result.range = TONELIFT_RANGE_FULL;
        return result;
    }
    static tonelift_options linear_options(int tonemap, double peak) {
        tonelift_options result = default_options();
        result.device = "cpu";
        result.tonemap = tonemap;
        result.script_text = "output input;\n";
        result.target_peak = peak;
        result.transfer = TONELIFT_TRANSFER_LINEAR;
        result.primaries = TONELIFT_PRIMARIES_BT2020;
        result.gamut_mode = TONELIFT_GAMUT_MODE_CLIP;
        result.format = "gbrpf32le";
        return result;
    }

    FilterHandle filter(const tonelift_options& options) {
        return make_filter(options, video(), output_of(options, video()), &messages_);
    }

    TestPicture shown(tonelift_filter* filter, const tonelift_options& options,
                      const SetMetadata& set) {
        TestPicture out = picture_for(output_of(options, video()));
        tonelift_frame from = frame_of(picture_, 0.04 * ++frames_), to = frame_of(out, 0);
        set(from);
        EXPECT_EQ(tonelift_filter_process(filter, &from, &to, 1), TONELIFT_OK);
        return out;
    }
    static void no_metadata(tonelift_frame&) {}

    reference::Vec3 light(int x, int y) const {
        return {reference::pq_decode(picture_.code(0, x, y) / 65535),
                reference::pq_decode(picture_.code(1, x, y) / 65535),
                reference::pq_decode(picture_.code(2, x, y) / 65535)};
    }

    // Expects that each component is close to its defined value: either within `tolerance` in PQ
    // code, or within 0.05 % of the pixel's largest component.
    void expect_definition(const TestPicture& out, double peak,
                           const std::function<double(double)>& to_light,
                           const std::function<reference::Vec3(const reference::Vec3&)>& definition,
                           const std::string& what, double tolerance = 5e-4) {
        const auto code = [&](double nits) {
            return reference::pq_encode(std::clamp(nits, 0.0, peak));
        };
        for (int y = 0; y < height; ++y) {
            for (int x = 0; x < width; ++x) {
                const reference::Vec3 wanted = definition(light(x, y));
                const double rounding = 5e-4 * std::max({wanted[0], wanted[1], wanted[2]});
                for (size_t c = 0; c < 3; ++c) {
                    const double found = to_light(out.code(static_cast<int>(c), x, y));
                    if (std::abs(found - wanted[c]) <= rounding) continue;
                    ASSERT_NEAR(code(found), code(wanted[c]), tolerance)
                        << what << ": " << x << " " << y << " " << c << ", " << found
                        << " instead of " << wanted[c] << " cd/m2";
                }
            }
        }
    }
    static double linear(double value) { return 203 * value; }

    static void expect_near(const TestPicture& a, const TestPicture& b) {
        for (int y = 0; y < height; ++y) {
            for (int x = 0; x < width; ++x) {
                for (int c = 0; c < 3; ++c)
                    ASSERT_NEAR(a.code(c, x, y), b.code(c, x, y),
                                1e-4 * (1 + std::abs(a.code(c, x, y))));
            }
        }
    }

    int count(const std::string& text) const {
        int found = 0;
        for (size_t at = 0; (at = messages_.warnings.find(text, at)) != std::string::npos; ++at)
            ++found;
        return found;
    }

    TestPicture picture_{picture_for(video())};
    Messages messages_;
    int frames_ = 0;
};

}  // namespace tonelift
