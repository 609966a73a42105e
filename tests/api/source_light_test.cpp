// SPDX-License-Identifier: BSD-2-Clause
// Tests that the source light in statistics files equals a computation in double precision.
#include <cmath>
#include <random>

#include "core/metadata/light/source_light.h"
#include "core/runtime/stats_text.h"
#include "tests/api/stats_film.h"
#include "tests/oracle/color_reference.h"

namespace tonelift::source_light_test {
namespace {

constexpr double bin = 1.0 / 1024;

// Converts 10-bit limited-range codes to R'G'B' (ITU-R BT.2020-2, tables 4 and 5).
std::array<double, 3> rgb_of(double y, double cb, double cr) {
    const double luma = (y - 64) / 876, blue = (cb - 512) / 896, red = (cr - 512) / 896;
    const double r = luma + 1.4746 * red, b = luma + 1.8814 * blue;
    return {r, (luma - 0.2627 * r - 0.0593 * b) / 0.6780, b};
}

class SourceLightTest : public Stats {
  protected:
    void paint(TestPicture& picture, int across, int down, unsigned seed) const {
        std::mt19937 random(seed);
        const auto code = [&](int low, int high) {
            return std::uniform_int_distribution<int>(low, high)(random);
        };
        for (int y = 0; y < in_.height; ++y) {
            for (int x = 0; x < in_.width; ++x) {
                const bool bar =
                    x < across || x >= in_.width - across || y < down || y >= in_.height - down;
                picture.set_code(0, x, y, bar ? 64 : code(200, 700));
                picture.set_code(1, x, y, bar ? 512 : code(470, 560));
                picture.set_code(2, x, y, bar ? 512 : code(470, 560));
            }
        }
    }

    std::vector<std::array<double, 3>> halved(const TestPicture& picture) const {
        std::vector<std::array<double, 3>> result;
        for (int y = 0; y < in_.height; y += 2) {
            for (int x = 0; x < in_.width; x += 2) {
                const auto mean = [&](int plane) {
                    return (picture.code(plane, x, y) + picture.code(plane, x + 1, y) +
                            picture.code(plane, x, y + 1) + picture.code(plane, x + 1, y + 1)) /
                           4.0;
                };
                result.push_back(rgb_of(mean(0), mean(1), mean(2)));
            }
        }
        return result;
    }

    static float number(const StatsLines& lines, SourceLight light) {
        const auto& columns = lines.section().columns;
        const std::string name = source_light_names[static_cast<size_t>(light)];
        for (size_t i = 0; i < columns.size(); ++i) {
            if (columns[i].name == name) return lines.states()[i];
        }
        ADD_FAILURE() << "no column " << name;
        return 0;
    }

    std::string text_of_an_older_version() const {
        std::istringstream from(text());
        std::string result, line;
        std::vector<bool> kept;
        while (std::getline(from, line)) {
            std::istringstream words(line);
            std::vector<std::string> all{std::istream_iterator<std::string>(words), {}};
            if (line.starts_with("columns")) {
                kept.assign(2, true);
                for (size_t i = 3; i < all.size(); ++i) {
                    const bool light = all[i].starts_with("light:");
                    const size_t count = std::stoul(all[i].substr(all[i].find(':') + 1));
                    kept.insert(kept.end(), count, !light);
                    if (light) all[i].clear();
                }
            } else if (kept.empty() || line.starts_with("light ") || line.starts_with("end ")) {
                result += line + '\n';
                continue;
            } else {
                for (size_t i = 0; i < all.size(); ++i) {
                    if (!kept[i]) all[i].clear();
                }
            }
            std::erase(all, "");
            for (size_t i = 0; i < all.size(); ++i) result += (i > 0 ? " " : "") + all[i];
            result += '\n';
        }
        return result;
    }
};

TEST_F(SourceLightTest, EqualsItsDefinition) {
    std::vector<std::pair<int, int>> bars;
    for (int i = 0; i < film_frames; ++i) {
        bars.emplace_back(2 * (i % 5), 2 * (i % 3));
        paint(film_[static_cast<size_t>(i)], bars.back().first, bars.back().second,
              static_cast<unsigned>(i));
    }
    run(options(write), 0, film_frames);
    StatsLines lines(path_);
    ASSERT_EQ(lines.next(), StatsLines::Item::section);
    for (size_t i = 0; i < film_frames; ++i) {
        ASSERT_EQ(lines.next(), StatsLines::Item::frame);
        SCOPED_TRACE("frame " + std::to_string(i));
        std::vector<double> codes, luminances;
        std::array<double, 3> largest{};
        double light = 0;
        for (const auto& rgb : halved(film_[i])) {
            for (size_t c = 0; c < 3; ++c) largest[c] = std::max(largest[c], rgb[c]);
            codes.push_back(std::max({rgb[0], rgb[1], rgb[2]}));
            light += reference::pq_decode(codes.back());
            luminances.push_back(reference::pq_encode(0.2627 * reference::pq_decode(rgb[0]) +
                                                      0.6780 * reference::pq_decode(rgb[1]) +
                                                      0.0593 * reference::pq_decode(rgb[2])));
        }
        std::sort(codes.begin(), codes.end());
        std::sort(luminances.begin(), luminances.end());
        EXPECT_NEAR(number(lines, SourceLight::red), largest[0], 1e-4);
        EXPECT_NEAR(number(lines, SourceLight::green), largest[1], 1e-4);
        EXPECT_NEAR(number(lines, SourceLight::blue), largest[2], 1e-4);
        EXPECT_NEAR(number(lines, SourceLight::mean),
                    reference::pq_encode(light / static_cast<double>(codes.size())), 1e-4);
        for (size_t n = 0; n < source_light_count; ++n) {
            const bool of_luminance = source_luminance_shares[n] > 0;
            if (source_light_shares[n] == 0 && !of_luminance) continue;
            const std::vector<double>& sorted = of_luminance ? luminances : codes;
            const double share = source_light_shares[n] + source_luminance_shares[n];
            const double at = share * static_cast<double>(sorted.size());
            const auto near = [&](double place) {
                return sorted[static_cast<size_t>(
                    std::clamp(place, 0.0, static_cast<double>(sorted.size()) - 1))];
            };
            const float value = number(lines, static_cast<SourceLight>(n));
            EXPECT_GE(value, near(at - 2) - bin) << source_light_names[n];
            EXPECT_LE(value, near(at + 1) + bin) << source_light_names[n];
        }
        const auto& [across, down] = bars[i];
        EXPECT_NEAR(number(lines, SourceLight::width), 1 - 2.0 * across / in_.width, 1e-6);
        EXPECT_NEAR(number(lines, SourceLight::height), 1 - 2.0 * down / in_.height, 1e-6);
    }
}

TEST_F(SourceLightTest, AreaInsideBarsOfABlackPictureIsEmpty) {
    for (TestPicture& picture : film_) picture.fill_constant(0, 64);
    run(options(write), 0, film_frames);
    StatsLines lines(path_);
    lines.next();
    ASSERT_EQ(lines.next(), StatsLines::Item::frame);
    EXPECT_EQ(number(lines, SourceLight::width), 0);
    EXPECT_EQ(number(lines, SourceLight::height), 0);
    EXPECT_LT(number(lines, SourceLight::p99_98), bin);
}

// The height in the statistics is odd, so a single row is in the center.
TEST_F(SourceLightTest, AreaOfALineInTheCenterIsItsSize) {
    in_.width = 64;
    in_.height = 38;
    film_.assign(film_frames, picture_for(in_));
    for (TestPicture& picture : film_) {
        picture.fill_constant(0, 64);
        for (int component : {1, 2}) picture.fill_constant(component, 512);
        for (int x = 0; x < in_.width; ++x) {
            for (int y : {18, 19}) picture.set_code(0, x, y, 900);
        }
    }
    run(options(write), 0, film_frames);
    StatsLines lines(path_);
    lines.next();
    ASSERT_EQ(lines.next(), StatsLines::Item::frame);
    EXPECT_EQ(number(lines, SourceLight::width), 1);
    EXPECT_NEAR(number(lines, SourceLight::height), 2.0 / in_.height, 1e-6);
}

TEST_F(SourceLightTest, OddSizesAndDebandingAreMeasuredToo) {
    in_.width = 33;
    in_.height = 17;
    film_.assign(film_frames, picture_for(in_));
    for (TestPicture& picture : film_) {
        picture.fill_constant(0, 500);
        picture.fill_constant(1, 512);
        picture.fill_constant(2, 512);
    }
    for (const double deband : {0.0, -1.0, 1.0}) {
        tonelift_options writing = options(write);
        writing.deband = deband;
        run(writing, 0, film_frames);
        StatsLines lines(path_);
        lines.next();
        ASSERT_EQ(lines.next(), StatsLines::Item::frame) << deband;
        EXPECT_NEAR(number(lines, SourceLight::green), 436.0 / 876, 1e-4) << deband;
        EXPECT_EQ(number(lines, SourceLight::width), 1) << deband;
        EXPECT_EQ(number(lines, SourceLight::height), 1) << deband;
    }
}

TEST_F(SourceLightTest, IsNotWrittenForSdr) {
    in_.transfer = TONELIFT_TRANSFER_BT709;
    tonelift_options writing = options(write);
    writing.preset = "vivid";
    run(writing, 0, film_frames);
    EXPECT_NE(text().find("columns "), std::string::npos);
    EXPECT_EQ(text().find(source_light_prefix), std::string::npos) << text();
}

TEST_F(SourceLightTest, DoesNotAffectThePicture) {
    for (const double smoothing : {0.5, -1.0}) {
        tonelift_options writing = options(write), reading = options(read);
        writing.smoothing = reading.smoothing = smoothing;
        run(writing, 0, film_frames);
        ASSERT_NE(text().find(source_light_prefix), std::string::npos);
        const std::vector<TestPicture> with = run(reading, 0, film_frames);
        const std::string older = text_of_an_older_version();
        ASSERT_EQ(older.find(source_light_prefix), std::string::npos);
        std::ofstream(path_) << older;
        const std::vector<TestPicture> without = run(reading, 0, film_frames);
        ASSERT_EQ(with.size(), static_cast<size_t>(film_frames));
        ASSERT_EQ(without.size(), static_cast<size_t>(film_frames));
        EXPECT_TRUE(same(with, without)) << smoothing;
    }
}

}  // namespace
}  // namespace tonelift::source_light_test
