// SPDX-License-Identifier: BSD-2-Clause
#include "core/metadata/levels.h"

#include <algorithm>
#include <cmath>

#include "core/color/pq.h"

namespace tonelift {
namespace {

constexpr double largest_code = 4095;

// Returns the peak of the assumed mastering display: the lowest usual peak that reaches the light
// of the film.
int mastering_peak(double max_cll) {
    for (const int peak : {1000, 2000, 4000}) {
        if (max_cll <= peak) return peak;
    }
    return 10000;
}

}  // namespace

// Level 1 of a shot. Its minimum includes black bars, which are the darkest part of the picture.
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
    constexpr int darkest = 1;
    return {mastering_peak(film.max_cll), darkest, static_cast<int>(std::lround(film.max_cll)),
            static_cast<int>(std::lround(film.max_fall))};
}

}  // namespace tonelift
