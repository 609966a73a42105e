// SPDX-License-Identifier: BSD-2-Clause
#include "tools/metadata/st2094_50.h"

#include "core/color/describe.h"
#include "tools/metadata/json.h"

namespace tonelift {
namespace {

std::string alternate_json(const GainCurves& curves, const GainCurves::Alternate& alternate) {
    const std::string mix = '{' + json_number("componentMixRed", luminance_mix[0]) + ", " +
                            json_number("componentMixGreen", luminance_mix[1]) + ", " +
                            json_number("componentMixBlue", luminance_mix[2]) + ", " +
                            json_number("componentMixMax", 0) + ", " +
                            json_number("componentMixMin", 0) + ", " +
                            json_number("componentMixComponent", 0) + '}';
    std::vector<float> x(curves.x.begin(), curves.x.end());
    std::vector<float> y(alternate.gain.begin(), alternate.gain.end());
    return '{' + json_text("ComponentMix", mix) + ", " +
           json_text("GainCurve", '{' + json_number("gainCurveNumControlPoints", x.size()) + ", " +
                                      json_text("gainCurveControlPointX", json_list(x)) + ", " +
                                      json_text("gainCurveControlPointY", json_list(y)) + '}') +
           '}';
}

std::string tone_map_json(const GainCurves& curves) {
    std::vector<float> headrooms;
    std::vector<std::string> functions;
    for (const GainCurves::Alternate& alternate : curves.alternates) {
        headrooms.push_back(static_cast<float>(alternate.headroom));
        functions.push_back(alternate_json(curves, alternate));
    }
    std::string text =
        '{' + json_number("baselineHdrHeadroom", static_cast<float>(curves.baseline_headroom)) +
        ", " + json_number("numAlternateImages", headrooms.size());
    if (headrooms.empty()) return text + '}';
    constexpr std::array bt2020 = {0.708, 0.292, 0.17, 0.797, 0.131, 0.046, 0.3127, 0.329};
    return text + ", " + json_text("gainApplicationSpaceChromaticities", json_list(bt2020)) + ", " +
           json_text("alternateHdrHeadroom", json_list(headrooms)) + ", " +
           json_text("ColorGainFunction", json_list(functions)) + '}';
}

std::string hexadecimal(const std::vector<uint8_t>& bytes) {
    std::string text = "\"";
    for (const uint8_t byte : bytes) {
        append(text, byte >> 4, 16);
        append(text, byte & 15, 16);
    }
    return text + '"';
}

}  // namespace

std::string st2094_50_json(const MeasuredFilm& film, const std::vector<GainCurves>& curves) {
    std::string text = "[";
    for (size_t i = 0; i < film.shots.size(); ++i) {
        const std::string transform =
            '{' + json_number("hdrReferenceWhite", reference_white_nits) + ", " +
            json_text("HeadroomAdaptiveToneMapping", tone_map_json(curves[i])) + '}';
        text += (i > 0 ? ",\n{" : "\n{") +
                json_text("SMPTEST2094_50",
                          '{' + json_number("frameStart", film.shots[i].first) + ", " +
                              json_number("frameDuration", film.shots[i].frames) + ", " +
                              json_number("windowNumber", 1) + ", " +
                              json_text("ColorVolumeTransform", transform) + ", " +
                              json_text("payload", hexadecimal(st2094_50_bits(curves[i]))) + '}') +
                '}';
    }
    return text + "\n]\n";
}

}  // namespace tonelift
