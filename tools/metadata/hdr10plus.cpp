// SPDX-License-Identifier: BSD-2-Clause
#include "tools/metadata/hdr10plus.h"

#include "core/common/build_version.h"
#include "core/metadata/hdr10plus_codes.h"
#include "tools/metadata/json.h"

namespace tonelift {
namespace {

std::string luminance(const Hdr10PlusCodes& codes) {
    return json_text(
        "LuminanceParameters",
        '{' + json_number("AverageRGB", codes.average) + ", " +
            json_text("LuminanceDistributions",
                      '{' + json_text("DistributionIndex", json_list(codes.percentages)) + ", " +
                          json_text("DistributionValues", json_list(codes.distribution)) + '}') +
            ", " + json_text("MaxScl", json_list(codes.max_scl)) + '}');
}

std::string bezier(const Hdr10PlusCodes& codes) {
    return json_text("BezierCurveData", '{' + json_text("Anchors", json_list(codes.anchors)) +
                                            ", " + json_number("KneePointX", codes.knee_x) + ", " +
                                            json_number("KneePointY", codes.knee_y) + '}') +
           ", ";
}

std::string shot_entry(const Shot& shot, const FittedBezier* fit) {
    const Hdr10PlusCodes codes = hdr10plus_codes(shot.light, fit);
    return (fit != nullptr ? bezier(codes) : "") + luminance(codes) + ", " +
           json_number("NumberOfWindows", 1) + ", " +
           json_number("TargetedSystemDisplayMaximumLuminance", codes.target);
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
