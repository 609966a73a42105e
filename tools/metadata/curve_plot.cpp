// SPDX-License-Identifier: BSD-2-Clause
#include "tools/metadata/curve_plot.h"

#include <algorithm>
#include <cmath>

#include "core/algorithms/algorithms.h"
#include "core/color/describe.h"
#include "core/color/pq.h"
#include "core/common/text.h"
#include "core/metadata/levels.h"
#include "core/metadata/shot_curves.h"
#include "tools/svg.h"

namespace tonelift {
namespace {

constexpr size_t most_charts = 12, columns = 4;
constexpr double left = 70, chart_width = 220, chart_height = 150, column_step = 280;
constexpr double first_row = 60, row_step = 210;
constexpr double screen = reference_white_nits;
constexpr size_t screen_number = 1;
constexpr int drawn_tones = 64;

constexpr const char* preset_color = "#d1d5db";
constexpr const char* hdr10plus_color = "#2563eb";
constexpr const char* st2094_50_color = "#d97706";
constexpr const char* level_1_color = "#16a34a";

class Chart {
  public:
    Chart(double x, double y) : x_(x), y_(y) {}

    std::string frame(const std::string& title) const {
        std::string grid, labels = label(x_, y_ - 8, title, "start");
        for (const double nits : {1.0, 10.0, 100.0, 1000.0, 10000.0}) {
            const double x = x_of(pq_code(nits));
            grid += line(x, y_, x, y_ + chart_height, "#e5e7eb");
            labels += label(x, y_ + chart_height + 16, number_text(nits), "middle");
        }
        for (const double nits : {1.0, 10.0, 100.0, screen}) {
            const double y = y_of(nits);
            grid += line(x_, y, x_ + chart_width, y, "#e5e7eb");
            labels += label(x_ - 6, y + 4, number_text(nits), "end");
        }
        return grid + "<g fill=\"#374151\" font-size=\"11\">\n" + labels + "</g>\n";
    }

    // Draws a curve. `shown` maps a PQ code of the source, 0 to 1, to the luminance on the screen
    // in cd/m2.
    template <typename Shown>
    std::string curve(const Shown& shown, double brightest, const char* color,
                      double stroke) const {
        std::string points;
        for (int i = 0; i <= drawn_tones; ++i) {
            const double code = brightest * i / drawn_tones;
            points += (i > 0 ? " " : "") + place(x_of(code)) + ',' + place(y_of(shown(code)));
        }
        return "<polyline stroke=\"" + std::string(color) + "\" stroke-width=\"" + place(stroke) +
               "\" points=\"" + points + "\"/>\n";
    }

    std::string mark(double code, const char* color) const {
        const double x = x_of(code), bottom = y_ + chart_height;
        return line(x, bottom - 12, x, bottom, color, 2);
    }

  private:
    double x_of(double code) const { return x_ + chart_width * code; }
    double y_of(double nits) const {
        return y_ + chart_height * (1 - std::clamp(pq_code(nits) / pq_code(screen), 0.0, 1.0));
    }

    double x_, y_;
};

std::string chart_of(const Chart& chart, const Shot& shot, std::span<const ScreenIntent> shown) {
    const FittedBezier bezier = bezier_of(shown, shot);
    const GainCurves gains = gains_of(shown, shot);
    const double source = bezier.source, brightest = pq_code(shot.light.peak());
    const BezierCurve there = adapted(bezier.curve, source, std::min(screen, source));
    const auto gained = [&](double code) {
        const double nits = pq_light(code);
        if (gains.alternates.empty()) return nits;
        return nits * std::exp2(gain_at(gains, 0, nits / reference_white_nits));
    };
    const Level1 level = level1_of(shot.light);
    std::string drawn = chart.frame("frames " + std::to_string(shot.first) + " to " +
                                    std::to_string(shot.first + shot.frames - 1));
    const auto intended = [&](double code) { return light_at(shown[screen_number].light, code); };
    const auto bent = [&](double code) { return shown_light(there, source, pq_light(code)); };
    drawn += chart.curve(intended, brightest, preset_color, 5);
    drawn += chart.curve(gained, brightest, st2094_50_color, 2);
    drawn += chart.curve(bent, brightest, hdr10plus_color, 1);
    for (const int code : {level.darkest, level.mean, level.brightest})
        drawn += chart.mark(code / 4095.0, level_1_color);
    for (const double nits : {shot.light.mean, source})
        drawn += chart.mark(pq_code(nits), hdr10plus_color);
    return drawn;
}

}  // namespace

PlotPanel curve_plot(const std::string& path, const std::string& preset) {
    find_preset(preset);
    const MeasuredFilm film = measured_film(path, preset);
    Intents intents(film);
    PlotPanel panel;
    double x = left;
    panel.svg += legend_entry(&x, preset + " at 203 cd/m²", preset_color);
    panel.svg += legend_entry(&x, "HDR10+: curve, mean and peak", hdr10plus_color);
    panel.svg += legend_entry(&x, "ST 2094-50", st2094_50_color);
    panel.svg += legend_entry(&x, "level 1: darkest, mean, brightest", level_1_color);
    const size_t charts = std::min(film.shots.size(), most_charts);
    for (size_t i = 0; i < charts; ++i) {
        const Shot& shot = film.shots[i * film.shots.size() / charts];
        const Chart chart(left + column_step * static_cast<double>(i % columns),
                          first_row + row_step * static_cast<double>(i / columns));
        panel.svg += chart_of(chart, shot, intents.of(shot));
    }
    const size_t rows = (charts + columns - 1) / columns;
    panel.height = first_row + row_step * static_cast<double>(rows);
    return panel;
}

std::string film_plot(const std::string& path, const std::string& preset) {
    return plot_stats(path, preset.empty() ? PlotPanel() : curve_plot(path, preset));
}

}  // namespace tonelift
