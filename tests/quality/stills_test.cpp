// SPDX-License-Identifier: BSD-2-Clause
//
// Real pictures: TMQI, and what is clipped. The stills of media/ as they are, and those of the
// folder TONELIFT_MEDIA, scaled to a log-average of 20 cd/m2 since they have no unit; anything may
// be in there, so its TMQI is told against the bars and asserted nowhere.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <numeric>

#include "tests/quality/mapping.h"
#include "tests/quality/report.h"
#include "tests/quality/still.h"
#include "tests/quality/tmqi.h"

namespace quality {
namespace {

// Share of pixels in percent of which the HDR source still tells something but the output does not:
// every component at the black end, or luma at the white end.
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

Tmqi score(const Light& in, const Output& out) {
    Plane hdr{in.width, in.height, {}}, ldr{in.width, in.height, {}};
    for (int y = 0; y < in.height; ++y)
        for (int x = 0; x < in.width; ++x) {
            hdr.values.push_back(luminance(in.at(x, y)));
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

// A still too small for TMQI's five scales is left out.
bool fit_for_tmqi(const Light& picture) { return std::min(picture.width, picture.height) >= 176; }

TEST(Stills, OfThisProject) {
    if (!can_read_stills()) GTEST_SKIP() << "no ffmpeg program to read pictures with";
    Scores scores;
    for (const std::string& path : stills_in(MEDIA_FOLDER)) {
        const Light picture = read_still(path, white_nits);
        ASSERT_FALSE(picture.pixels.empty()) << path;
        scores.add(path, picture);
    }
    ASSERT_FALSE(scores.quality.empty()) << MEDIA_FOLDER;
    judge("TMQI of media/, mean", scores.mean(), "", Bar::at_least(0.90).missed_at(0.80));
    judge("TMQI of media/, least", scores.least(), "", Bar::at_least(0.84).missed_at(0.74));
    judge("clipped pixels beyond the source, media/", scores.most_clipped, "%", Bar::at_most(0.5));
}

TEST(Stills, OfTheFolderGiven) {
    const char* folder = std::getenv("TONELIFT_MEDIA");
    if (!folder) GTEST_SKIP() << "TONELIFT_MEDIA names no folder of OpenEXR pictures";
    if (!can_read_stills()) GTEST_SKIP() << "no ffmpeg program to read pictures with";
    Scores scores;
    for (const std::string& path : stills_in(folder)) {
        const Light picture = read_still(path, 1);
        if (fit_for_tmqi(picture)) scores.add(path, exposed(picture, 20));
    }
    if (scores.quality.empty()) GTEST_SKIP() << "no OpenEXR picture in " << folder;
    judge("TMQI of the folder given, mean", scores.mean(), "", Bar::at_least(0.90).missed_at(0));
    judge("TMQI of the folder given, least", scores.least(), "", Bar::at_least(0.84).missed_at(0));
    judge("clipped pixels beyond the source, folder given", scores.most_clipped, "%",
          Bar::at_most(0.5).missed_at(100));
}

}  // namespace
}  // namespace quality
