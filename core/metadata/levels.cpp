// SPDX-License-Identifier: BSD-2-Clause
#include "core/metadata/levels.h"

#include <algorithm>
#include <cmath>

#include "core/color/pq.h"

namespace tonelift {
namespace {

constexpr double largest_code = 4095;

int mastering_peak(const MeasuredFilm& film) {
    constexpr double least = 1, most = 10000;
    if (film.video.mastering_max > 0)
        return static_cast<int>(std::lround(std::clamp(film.video.mastering_max, least, most)));
    const double reached = std::max(film.max_cll, film.light.brightest());
    for (const int peak : {1000, 2000, 4000}) {
        if (reached <= peak) return peak;
    }
    return static_cast<int>(most);
}

int mastering_black(const MeasuredFilm& film) {
    constexpr double assumed = 1, most = 65535;
    const double stated = std::round(film.video.mastering_min * 10000);
    return static_cast<int>(stated > 0 ? std::min(stated, most) : assumed);
}

}  // namespace

// Returns the levels of the picture without its black bars. Assumes that no pixel of the picture is
// darker than the bars.
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

Level5 level5_of(const MeasuredFilm& film) {
    const auto bar = [](int size, double lit) {
        return lit > 0 ? static_cast<int>(std::lround(size * (1 - lit) / 2)) : 0;
    };
    return {bar(film.video.width, film.light.width), bar(film.video.height, film.light.height)};
}

Level6 level6_of(const MeasuredFilm& film) {
    return {mastering_peak(film), mastering_black(film),
            static_cast<int>(std::lround(film.max_cll)),
            static_cast<int>(std::lround(film.max_fall))};
}

}  // namespace tonelift
