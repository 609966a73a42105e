// SPDX-License-Identifier: BSD-2-Clause
#include "tools/metadata/hdr10plus.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/color/pq.h"
#include "core/common/build_version.h"
#include "tools/metadata/json.h"

namespace tonelift {
namespace {

// Light in steps of 0.1 cd/m2.
long tenths(double nits) { return std::lround(10 * std::min(nits, 10000.0)); }

// Application 4 gives the percentages 5, 10 and 99 another meaning: the percentile 99, the share of
// pixels up to 100 cd/m2 in percent, and the percentile 99.98.
std::string distribution(const ShotLight& light) {
    const auto nits = [&](SourceLight number) {
        return tenths(pq_light(light.percentile(number)));
    };
    const std::array<long, 9> values = {nits(SourceLight::p1),
                                        nits(SourceLight::p99),
                                        std::lround(100 * share_below(light, pq_code(100))),
                                        nits(SourceLight::p25),
                                        nits(SourceLight::p50),
                                        nits(SourceLight::p75),
                                        nits(SourceLight::p90),
                                        nits(SourceLight::p95),
                                        nits(SourceLight::p99_98)};
    return json_text("LuminanceDistributions",
                     '{' +
                         json_text("DistributionIndex",
                                   json_list(std::array{1, 5, 10, 25, 50, 75, 90, 95, 99})) +
                         ", " + json_text("DistributionValues", json_list(values)) + '}');
}

std::string luminance(const ShotLight& light, double peak) {
    std::array<long, 3> largest{};
    for (size_t i = 0; i < 3; ++i) largest[i] = tenths(std::min(light.largest[i], peak));
    if (std::ranges::max(largest) == 0) largest.fill(1);  // a peak of 0 is not allowed
    return json_text("LuminanceParameters", '{' + json_number("AverageRGB", tenths(light.mean)) +
                                                ", " + distribution(light) + ", " +
                                                json_text("MaxScl", json_list(largest)) + '}');
}

std::string bezier(const BezierCurve& curve) {
    std::vector<long> anchors;
    for (const double anchor : curve.anchors) anchors.push_back(std::lround(anchor * anchor_codes));
    return json_text("BezierCurveData",
                     '{' + json_text("Anchors", json_list(anchors)) + ", " +
                         json_number("KneePointX", std::lround(curve.knee_x * knee_codes)) + ", " +
                         json_number("KneePointY", std::lround(curve.knee_y * knee_codes)) + '}') +
           ", ";
}

// The part of a frame's entry that all frames of a shot share.
std::string shot_entry(const Shot& shot, const FittedBezier* fit) {
    const double peak = fit != nullptr ? fit->source : shot.light.peak();
    return (fit != nullptr ? bezier(fit->curve) : "") + luminance(shot.light, peak) + ", " +
           json_number("NumberOfWindows", 1) + ", " +
           json_number("TargetedSystemDisplayMaximumLuminance",
                       fit != nullptr ? std::lround(fit->curve.target) : 0);
}

std::string summary(const MeasuredFilm& film) {
    std::vector<size_t> firsts, counts;
    for (const Shot& shot : film.shots) {
        firsts.push_back(shot.first);
        counts.push_back(shot.frames);
    }
    return json_text("SceneInfoSummary",
                     '{' + json_text("SceneFirstFrameIndex", json_list(firsts)) + ", " +
                         json_text("SceneFrameNumbers", json_list(counts)) + '}');
}

}  // namespace

std::string hdr10plus_json(const MeasuredFilm& film, const std::vector<FittedBezier>& curves) {
    const std::string profile = curves.empty() ? "\"A\"" : "\"B\"";
    std::string text = "{\n" +
                       json_text("JSONInfo", '{' + json_text("HDR10plusProfile", profile) + ", " +
                                                 json_text("Version", "\"1.0\"") + "},\n") +
                       json_text("SceneInfo", "[\n");
    for (size_t i = 0; i < film.shots.size(); ++i) {
        const Shot& shot = film.shots[i];
        const std::string entry = shot_entry(shot, curves.empty() ? nullptr : &curves[i]);
        for (size_t k = 0; k < shot.frames; ++k) {
            text += '{' + entry + ", " + json_number("SceneFrameIndex", k) + ", " +
                    json_number("SceneId", i) + ", " +
                    json_number("SequenceFrameIndex", shot.first + k) +
                    (shot.first + k + 1 < film.frames ? "},\n" : "}\n");
        }
    }
    return text + "],\n" + summary(film) + ",\n" +
           json_text("ToolInfo",
                     '{' + json_text("Tool", "\"tonelift\"") + ", " +
                         json_text("Version", '"' + std::string(build_version()) + '"') + "}") +
           "\n}\n";
}

}  // namespace tonelift
