// SPDX-License-Identifier: BSD-2-Clause
// A film with a statistics file, for tests of the film's metadata.
#pragma once

#include <string>

#include "core/metadata/film.h"
#include "kernels/error.h"
#include "tests/api/stats_film.h"
#include "tests/support/text_file.h"
#include "tools/metadata/metadata.h"

namespace tonelift {

constexpr int measure = 3;

class Metadata : public Stats {
  protected:
    tonelift_options per_shot(int stats) const {
        tonelift_options result = options(stats);
        result.smoothing = TONELIFT_SMOOTHING_SHOT;
        return result;
    }
    void measure_film() const { run(per_shot(measure), 0, static_cast<int>(film_.size())); }

    std::string written(std::string MetadataRequest::*file, char profile = 'b') const {
        MetadataRequest request;
        request.statistics = path_;
        request.profile = profile;
        request.*file = path_ + ".json";
        write_metadata(request);
        const std::string text = text_of_file(request.*file);
        fs::remove(request.*file);
        return text;
    }

    static std::string refusal(const std::string& path, const std::string& preset) {
        try {
            measured_film(path, preset);
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    }

    static size_t count(const std::string& text, const std::string& part) {
        size_t found = 0;
        for (size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++found;
        return found;
    }
};

}  // namespace tonelift
