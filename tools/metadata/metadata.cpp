// SPDX-License-Identifier: BSD-2-Clause
#include "tools/metadata/metadata.h"

#include <filesystem>
#include <fstream>
#include <set>

#include "core/algorithms/algorithms.h"
#include "core/common/text.h"
#include "kernels/error.h"
#include "tools/metadata/dolby_vision.h"
#include "tools/metadata/hdr10plus.h"
#include "tools/metadata/intents.h"
#include "tools/whole_file.h"

namespace tonelift {
namespace {

void write(const std::string& file, const std::string& text) {
    write_whole(file, [&](const std::string& part) {
        std::ofstream stream(part, std::ios::binary);
        if (!(stream << text).flush()) throw Error(Failure::io, "cannot write '" + part + "'");
    });
}

// Throws Error (argument) if an output is the input or another output.
void check_outputs(const MetadataRequest& request) {
    std::set<std::string> files;
    for (const std::string& file : {request.hdr10plus, request.dolby_vision, request.st2094_50}) {
        if (file.empty()) continue;
        refuse_one_file(request.statistics, file);
        if (!files.insert(std::filesystem::weakly_canonical(file)).second)
            throw Error(Failure::argument, quote(file) + " is the name of two outputs");
    }
}

}  // namespace

void write_metadata(const MetadataRequest& request) {
    find_preset(request.preset);
    check_outputs(request);
    const MeasuredFilm film = measured_film(request.statistics, request.preset);
    const bool with_bezier = !request.hdr10plus.empty() && request.profile == 'b';
    std::vector<BezierCurve> beziers;
    std::vector<GainCurves> gains;
    if (with_bezier || !request.st2094_50.empty()) {
        Intents intents(film);
        for (const Shot& shot : film.shots) {
            const auto shown = intents.of(shot);
            if (with_bezier) beziers.push_back(bezier_of(shown, shot));
            if (!request.st2094_50.empty()) gains.push_back(gains_of(shown, shot));
        }
    }
    if (!request.hdr10plus.empty()) write(request.hdr10plus, hdr10plus_json(film, beziers));
    if (!request.dolby_vision.empty()) write(request.dolby_vision, dolby_vision_json(film));
    if (!request.st2094_50.empty()) write(request.st2094_50, st2094_50_json(film, gains));
}

}  // namespace tonelift
