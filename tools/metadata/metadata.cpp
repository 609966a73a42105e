// SPDX-License-Identifier: BSD-2-Clause
#include "tools/metadata/metadata.h"

#include <filesystem>
#include <map>
#include <set>

#include "core/algorithms/algorithms.h"
#include "core/common/text.h"
#include "core/metadata/shot_curves.h"
#include "kernels/error.h"
#include "tools/counted.h"
#include "tools/metadata/dolby_vision.h"
#include "tools/metadata/hdr10plus.h"
#include "tools/metadata/st2094_50.h"
#include "tools/progress.h"
#include "tools/whole_file.h"

namespace tonelift {
namespace {

// The output files of the command. All files get their final names together, when all of them are
// complete.
class Outputs {
  public:
    explicit Outputs(const MetadataRequest& request) {
        for (const std::string& file : {request.hdr10plus, request.dolby_vision, request.st2094_50})
            if (!file.empty()) files_.try_emplace(file, file);
    }

    void write(const std::string& file, const std::string& text) { files_.at(file).write(text); }

    void finish() {
        for (auto& [name, file] : files_) file.make_ready();
        for (auto& [name, file] : files_) file.take_its_place();
    }

  private:
    std::map<std::string, WholeFile> files_;
};

// Returns the absolute path of a file without symbolic links. The file need not exist.
std::string place_of(const std::string& file) {
    std::error_code impossible;
    const auto place = std::filesystem::weakly_canonical(
        std::filesystem::absolute(ReplacedFile::part_of(file)), impossible);
    return impossible ? file : place.string();
}

void check_outputs(const MetadataRequest& request) {
    std::set<std::string> files;
    for (const std::string& file : {request.hdr10plus, request.dolby_vision, request.st2094_50}) {
        if (file.empty()) continue;
        refuse_one_file(request.statistics, file);
        if (!files.insert(place_of(file)).second)
            throw Error(Failure::argument, quote(file) + " is the name of two outputs");
    }
}

FittedCurves fitted_with_progress(const MeasuredFilm& film, CurveKinds kinds) {
    Progress progress;
    return fitted_curves(film, kinds, [&](size_t done) {
        progress.stage("curves of " + std::to_string(done) + " of " +
                       counted(film.shots.size(), "shot"));
    });
}

}  // namespace

void write_metadata(const MetadataRequest& request) {
    find_preset(request.preset);
    check_outputs(request);
    const MeasuredFilm film = measured_film(request.statistics, request.preset);
    Outputs outputs(request);
    const FittedCurves curves =
        fitted_with_progress(film, {!request.hdr10plus.empty() && request.profile == 'b',
                                    !request.st2094_50.empty(), request.target});
    if (!request.hdr10plus.empty())
        outputs.write(request.hdr10plus, hdr10plus_json(film, curves.beziers));
    if (!request.dolby_vision.empty()) outputs.write(request.dolby_vision, dolby_vision_json(film));
    if (!request.st2094_50.empty())
        outputs.write(request.st2094_50, st2094_50_json(film, curves.gains));
    outputs.finish();
}

}  // namespace tonelift
