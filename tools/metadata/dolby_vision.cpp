// SPDX-License-Identifier: BSD-2-Clause
#include "tools/metadata/dolby_vision.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/color/pq.h"
#include "tools/metadata/json.h"

namespace tonelift {
namespace {

constexpr double largest_code = 4095;

// The peak of the mastering display: the usual one that reaches the light of the film.
int mastering_peak(double max_cll) {
    for (const int peak : {1000, 2000, 4000}) {
        if (max_cll <= peak) return peak;
    }
    return 10000;
}

std::string level5(const MeasuredFilm& film) {
    const auto bar = [](int size, double lit) {
        return lit > 0 ? std::lround(size * (1 - lit) / 2) : 0;
    };
    const long across = bar(film.video.width, film.light.width);
    const long down = bar(film.video.height, film.light.height);
    return json_text("level5", '{' + json_number("active_area_left_offset", across) + ", " +
                                   json_number("active_area_right_offset", across) + ", " +
                                   json_number("active_area_top_offset", down) + ", " +
                                   json_number("active_area_bottom_offset", down) + '}');
}

std::string level6(const MeasuredFilm& film) {
    constexpr int darkest = 1;  // 0.0001 cd/m2
    return json_text(
        "level6",
        '{' + json_number("max_display_mastering_luminance", mastering_peak(film.max_cll)) + ", " +
            json_number("min_display_mastering_luminance", darkest) + ", " +
            json_number("max_content_light_level", std::lround(film.max_cll)) + ", " +
            json_number("max_frame_average_light_level", std::lround(film.max_fall)) + '}');
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

// Black bars are the darkest share of the picture.
Level1 level1_of(const ShotLight& light) {
    const double area = light.width * light.height, bars = 1 - area;
    if (area <= 0) return {};
    constexpr int parts = 1000;
    double sum = 0;
    for (int i = 0; i < parts; ++i) sum += code_below(light, bars + area * (i + 0.5) / parts);
    const auto code = [](double share) {
        return static_cast<int>(std::lround(share * largest_code));
    };
    const int darkest = code(code_below(light, bars + 0.01 * area));
    const int brightest = std::max(code(pq_code(light.brightest())), darkest);
    return {darkest, brightest, std::clamp(code(sum / parts), darkest, brightest)};
}

std::string dolby_vision_json(const MeasuredFilm& film) {
    std::string shots;
    for (const Shot& shot : film.shots) shots += (shots.empty() ? "\n" : ",\n") + shot_json(shot);
    return "{\n" + json_text("cm_version", "\"V40\"") + ",\n" + json_text("profile", "\"8.1\"") +
           ",\n" + json_number("length", film.frames) + ",\n" + level5(film) + ",\n" +
           level6(film) + ",\n" + json_text("shots", '[' + shots + "\n]") + "\n}\n";
}

}  // namespace tonelift
