// SPDX-License-Identifier: BSD-2-Clause
#include "tools/metadata/dolby_vision.h"

#include <array>

#include "core/metadata/levels.h"
#include "tools/metadata/json.h"

namespace tonelift {
namespace {

std::string level5(const MeasuredFilm& film) {
    const Level5 bars = level5_of(film);
    return json_text("level5", '{' + json_number("active_area_left_offset", bars.across) + ", " +
                                   json_number("active_area_right_offset", bars.across) + ", " +
                                   json_number("active_area_top_offset", bars.down) + ", " +
                                   json_number("active_area_bottom_offset", bars.down) + '}');
}

std::string level6(const MeasuredFilm& film) {
    const Level6 light = level6_of(film);
    return json_text("level6",
                     '{' + json_number("max_display_mastering_luminance", light.brightest) + ", " +
                         json_number("min_display_mastering_luminance", light.darkest) + ", " +
                         json_number("max_content_light_level", light.max_cll) + ", " +
                         json_number("max_frame_average_light_level", light.max_fall) + '}');
}

std::string shot_json(const Shot& shot) {
    const Level1 light = level1_of(shot.light);
    const std::string level1 = "{\"Level1\": {" + json_number("min_pq", light.darkest) + ", " +
                               json_number("max_pq", light.brightest) + ", " +
                               json_number("avg_pq", light.mean) + "}}";
    return '{' + json_number("start", shot.first) + ", " + json_number("duration", shot.frames) +
           ", " + json_text("metadata_blocks", json_list(std::array{level1})) + '}';
}

}  // namespace

std::string dolby_vision_json(const MeasuredFilm& film) {
    std::string shots;
    for (const Shot& shot : film.shots) shots += (shots.empty() ? "\n" : ",\n") + shot_json(shot);
    return "{\n" + json_text("cm_version", "\"V40\"") + ",\n" + json_text("profile", "\"8.1\"") +
           ",\n" + json_number("length", film.frames) + ",\n" + level5(film) + ",\n" +
           level6(film) + ",\n" + json_text("shots", '[' + shots + "\n]") + "\n}\n";
}

}  // namespace tonelift
