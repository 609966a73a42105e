// SPDX-License-Identifier: BSD-2-Clause
// Tests that mapped photographs reach limits for TMQI (tone-mapped image quality index) and for
// clipped pixels, and that `faithful` is as bright as ITU-R BT.2390.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <numeric>

#include "tests/quality/mapping.h"
#include "tests/quality/presets.h"
#include "tests/quality/report.h"
#include "tests/quality/still.h"
#include "tests/quality/tmqi.h"

namespace quality::stills_test {
namespace {

double clipped(const Light& in, const Output& out) {
    constexpr double source_black = 0.005, source_white = 9999;
    int lost = 0;
    for (int y = 0; y < in.height; ++y)
        for (int x = 0; x < in.width; ++x) {
            const Color& before = in.at(x, y);
            const auto [low, high] = std::minmax_element(before.begin(), before.end());
            const Color& after = out.at(x, y);
            const double most = *std::max_element(after.begin(), after.end());
            lost += most < 0.5 / 255 && *high > source_black;
            lost += out.luma(x, y) > 254.5 && *low < source_white;
        }
    return 100.0 * lost / static_cast<double>(in.pixels.size());
}

double carried(Color light) {
    for (double& component : light) component = std::min(component, 10000.0);
    return luminance(light);
}

Tmqi score(const Light& in, const Output& out) {
    Plane hdr{in.width, in.height, {}}, ldr{in.width, in.height, {}};
    for (int y = 0; y < in.height; ++y)
        for (int x = 0; x < in.width; ++x) {
            hdr.values.push_back(carried(in.at(x, y)));
            ldr.values.push_back(out.luma(x, y));
        }
    return tmqi(hdr, ldr);
}

struct Scores {
    std::vector<double> quality;
    double most_clipped = 0;

    void add(const std::string& path, const Light& in) {
        const Output out = map(in, {.format = "gbrp"});
        const Tmqi value = score(in, out);
        const double lost = clipped(in, out);
        const std::string name = std::filesystem::path(path).stem().string();
        tell("TMQI " + name + ": quality", value.quality, "");
        tell("TMQI " + name + ": structure", value.structure, "");
        tell("TMQI " + name + ": naturalness", value.naturalness, "");
        tell("clipped " + name, lost, "%");
        quality.push_back(value.quality);
        most_clipped = std::max(most_clipped, lost);
    }

    double mean() const {
        return std::accumulate(quality.begin(), quality.end(), 0.0) /
               static_cast<double>(quality.size());
    }
    double least() const { return *std::min_element(quality.begin(), quality.end()); }
};

bool fit_for_tmqi(const Light& picture) { return std::min(picture.width, picture.height) >= 176; }

TEST(Stills, PicturesOfThisProjectReachTheTargets) {
    if (!can_read_stills()) GTEST_SKIP() << "no ffmpeg program to read pictures with";
    Scores scores;
    for (const std::string& path : stills_in(MEDIA_FOLDER)) {
        const Light picture = read_still(path, white_nits);
        ASSERT_FALSE(picture.pixels.empty()) << path;
        scores.add(path, exposed(picture, 20));
    }
    ASSERT_FALSE(scores.quality.empty()) << MEDIA_FOLDER;
    tell("TMQI of media/, mean", scores.mean(), "");
    tell("TMQI of media/, least", scores.least(), "");
    judge("clipped pixels beyond the source, media/", scores.most_clipped, "%", Bar::at_most(0.5));
}

TEST(Stills, AreNotClippedByAnyPreset) {
    if (!can_read_stills()) GTEST_SKIP() << "no ffmpeg program to read pictures with";
    std::vector<Light> pictures;
    for (const std::string& path : stills_in(MEDIA_FOLDER))
        pictures.push_back(exposed(read_still(path, white_nits), 20));
    const Worst worst = worst_of_presets([&](const Mapping& mapping) {
        double most = 0;
        for (const Light& picture : pictures)
            most = std::max(most, clipped(picture, map(picture, mapping)));
        return most;
    });
    judge("clipped pixels beyond the source, media/, any preset, worst: " + worst.preset,
          worst.value, "%", Bar::at_most(0.5));
}

// Returns the PQ code to which ITU-R BT.2390-8, section 5.4.1, maps the code `v`. `white` is the
// source peak as a PQ code.
double bt2390(double v, double white) {
    const double target = pq_encode(white_nits) / white;
    if (target >= 1) return v;
    const double knee = 1.5 * target - 0.5, e = v / white;
    if (e < knee) return v;
    const double t = std::min((e - knee) / (1 - knee), 1.0), t2 = t * t, t3 = t2 * t;
    return white * ((2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) +
                    (3 * t2 - 2 * t3) * target);
}

double mean_code(const Light& in, const std::function<double(int, int)>& nits_at) {
    double sum = 0;
    for (int y = 0; y < in.height; ++y)
        for (int x = 0; x < in.width; ++x)
            sum += 255 * std::pow(std::clamp(nits_at(x, y) / white_nits, 0.0, 1.0), 1 / 2.4);
    return sum / static_cast<double>(in.pixels.size());
}

TEST(Stills, FaithfulIsAsBrightAsBt2390) {
    if (!can_read_stills()) GTEST_SKIP() << "no ffmpeg program to read pictures with";
    double worst = 0;
    for (const std::string& path : stills_in(MEDIA_FOLDER)) {
        const Light in = read_still(path, white_nits);
        ASSERT_FALSE(in.pixels.empty()) << path;
        const Output out = map(in, {.options = "preset=faithful"});
        std::vector<double> tones;
        for (const Color& c : in.pixels) tones.push_back(lightness(c));
        const auto rank = static_cast<std::ptrdiff_t>(0.998 * static_cast<double>(tones.size()));
        std::nth_element(tones.begin(), tones.begin() + rank, tones.end());
        const double white = tones[static_cast<size_t>(rank)];
        const double ours = mean_code(in, [&](int x, int y) { return luminance(out.light(x, y)); });
        const double theirs = mean_code(in, [&](int x, int y) {
            return pq_decode(bt2390(std::min(lightness(in.at(x, y)), white), white));
        });
        const double percent = 100 * (ours / theirs - 1);
        tell("faithful against BT.2390, mean luma, " + std::filesystem::path(path).stem().string(),
             percent, "%");
        worst = std::max(worst, std::abs(percent));
    }
    judge("faithful against BT.2390, mean luma, worst", worst, "%", Bar::at_most(15));
}

TEST(Stills, LampsKeepTheirDetail) {
    constexpr int width = 640, height = 360, x0 = 320, y0 = 180, core = 6, rim = 11;
    Light in(width, height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const double away = std::hypot(x - x0, y - y0);
            const double room = 2 + 150.0 * x / width;
            in.at(x, y) = gray(away < core ? 9000 : away < rim ? 800 : room);
        }
    const Output out = map(in);
    const double detail = out.luma(x0, y0) - out.luma(x0 + core + 2, y0);
    judge("a lamp's core above its rim, 3.5 stops", detail, "code values", Bar::at_least(8));
}

TEST(Stills, PicturesOfTheMediaFolderReachTheTargets) {
    const char* folder = std::getenv("TONELIFT_MEDIA");
    if (!folder) GTEST_SKIP() << "TONELIFT_MEDIA names no folder of OpenEXR pictures";
    if (!can_read_stills()) GTEST_SKIP() << "no ffmpeg program to read pictures with";
    Scores scores;
    for (const std::string& path : stills_in(folder)) {
        const Light picture = read_still(path, 1);
        if (fit_for_tmqi(picture)) scores.add(path, exposed(picture, 20));
    }
    if (scores.quality.empty()) GTEST_SKIP() << "no OpenEXR picture in " << folder;
    tell("TMQI of the folder given, mean", scores.mean(), "");
    tell("TMQI of the folder given, least", scores.least(), "");
    judge("clipped pixels beyond the source, folder given", scores.most_clipped, "%",
          Bar::at_most(0.5).missed_at(100));
}

}  // namespace
}  // namespace quality::stills_test
