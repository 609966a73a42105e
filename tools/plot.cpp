// SPDX-License-Identifier: BSD-2-Clause
#include "tools/plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "core/common/text.h"
#include "core/runtime/stats_file.h"
#include "kernels/math/plain.h"
#include "tools/svg.h"

namespace tonelift {
namespace {

constexpr double height = 440;
constexpr double left = 70, right = 1160, top = 46, bottom = 390;

struct Curve {
    const char* name;
    StateKind kind;
    const char* column;
    const char* color;
};
constexpr std::array<Curve, 5> curves = {
    {{"source peak", StateKind::light, "light.p99_98", "#fca5a5"},
     {"source mean", StateKind::light, "light.mean", "#86efac"},
     {"white", StateKind::smooth, "white", "#d97706"},
     {"middle", StateKind::smooth, "middle", "#2563eb"},
     {"black", StateKind::smooth, "black", "#111827"}}};
constexpr const char* cut_color = "#9ca3af";

// Labels of the PQ-coded luminance axis, in cd/m2.
constexpr std::array<double, 10> luminances = {0, 0.1, 1, 5, 20, 50, 203, 1000, 4000, 10000};
constexpr std::array<double, 14> time_steps = {0.1, 0.2, 0.5, 1,   2,   5,    10,
                                               30,  60,  120, 300, 600, 1800, 3600};
constexpr int most_times = 12;

std::string clock_text(double seconds, bool hours, bool whole) {
    char text[48];
    const long long tenths = std::llround(10 * seconds), minutes = tenths / 600;
    const double rest = static_cast<double>(tenths % 600) / 10;
    const int columns = whole ? 2 : 4, places = whole ? 0 : 1;
    if (hours)
        std::snprintf(text, sizeof(text), "%lld:%02lld:%0*.*f", minutes / 60, minutes % 60, columns,
                      places, rest);
    else
        std::snprintf(text, sizeof(text), "%lld:%0*.*f", minutes, columns, places, rest);
    return text;
}

class Plot {
  public:
    explicit Plot(const std::string& path) : film_(path) {
        for (const StatsPiece::Line& each : film_.lines()) {
            if (!each.frame.nanoseconds)
                fail_for_stats(path, "cannot be plotted: its frames have no times");
            end_ = std::max(end_, seconds_of(each));
        }
        begin_ = seconds_of(film_.lines().front());
        end_ = std::max(end_, begin_ + 1e-3);
    }

    std::string text(const PlotPanel& below) const {
        std::string drawn = luminance_axis() + time_axis() + cuts(), legend;
        double x = left;
        for (const Curve& curve : curves) {
            const std::string path = drawn_curve(curve);
            if (path.empty()) continue;
            drawn += path;
            legend += legend_entry(&x, curve.name, curve.color);
        }
        if (legend.empty())
            fail_for_stats(film_.path(),
                           "cannot be plotted: it has no numbers named white, middle " +
                               std::string("or black"));
        legend += legend_entry(&x, "cuts", cut_color);
        const std::string all = place(height + below.height);
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + place(plot_width) +
               " " + all + "\" width=\"" + place(plot_width) + "\" height=\"" + all +
               "\" font-family=\"sans-serif\" font-size=\"13\" fill=\"none\">\n"
               "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
               "<g fill=\"#111827\">\n" +
               label(right, 26, std::filesystem::path(film_.path()).filename().string(), "end") +
               "</g>\n" + legend + drawn + "<g transform=\"translate(0 " + place(height) +
               ")\">\n" + below.svg + "</g>\n</svg>\n";
    }

  private:
    static double seconds_of(const StatsPiece::Line& each) {
        return static_cast<double>(*each.frame.nanoseconds) / 1e9;
    }
    double x_of(double seconds) const {
        return left + (seconds - begin_) / (end_ - begin_) * (right - left);
    }
    static double y_of(double code) { return bottom - std::clamp(code, 0.0, 1.0) * (bottom - top); }

    static std::string luminance_axis() {
        std::string axis, labels;
        for (const double nits : luminances) {
            const double y = y_of(math::pq_encode(static_cast<float>(nits / reference_white_nits)));
            axis += line(left, y, right, y, "#e5e7eb");
            labels += label(left - 8, y + 4, number_text(nits), "end");
        }
        labels += label(left - 8, top - 16, "cd/m²", "end");
        return axis + "<g fill=\"#374151\">\n" + labels + "</g>\n";
    }

    std::string time_axis() const {
        const auto wide = std::find_if(time_steps.begin(), time_steps.end(), [&](double step) {
            return (end_ - begin_) / step <= most_times;
        });
        double step = wide == time_steps.end() ? time_steps.back() : *wide;
        while ((end_ - begin_) / step > most_times) step *= 2;
        const bool hours = end_ >= 3600;
        std::string axis, labels;
        for (double at = std::ceil(begin_ / step) * step; at <= end_; at += step) {
            axis += line(x_of(at), bottom, x_of(at), bottom + 5, "#6b7280");
            labels += label(x_of(at), bottom + 20, clock_text(at, hours, step >= 1), "middle");
        }
        axis += line(left, bottom, right, bottom, "#6b7280");
        labels += label((left + right) / 2, bottom + 40, hours ? "time, h:min:s" : "time, min:s",
                        "middle");
        return axis + "<g fill=\"#374151\">\n" + labels + "</g>\n";
    }

    // Draws a line at each cut. The first frame of the film is not a cut.
    std::string cuts() const {
        std::string drawn;
        for (size_t i = 1; i < film_.lines().size(); ++i) {
            const StatsPiece::Line& each = film_.lines()[i];
            const auto change =
                find_column(film_.sections()[each.section], StateKind::scene_change);
            if (!change || each.states[*change] < 1) continue;
            const double x = x_of(seconds_of(each));
            drawn += line(x, top, x, bottom, cut_color, 0.6);
        }
        return drawn;
    }

    // Draws a curve over time. If several frames fall into the same half pixel, only the darkest
    // and the brightest of these frames are drawn.
    std::string drawn_curve(const Curve& curve) const {
        std::string points;
        double at = -1, low = 0, high = 0;
        const auto flush = [&] {
            if (at < 0) return;
            points += place(at) + "," + place(y_of(low)) + " ";
            if (high > low) points += place(at) + "," + place(y_of(high)) + " ";
        };
        for (const StatsPiece::Line& each : film_.lines()) {
            const auto column =
                find_column(film_.sections()[each.section], curve.kind, curve.column);
            if (!column) continue;
            const double x = std::round(2 * x_of(seconds_of(each))) / 2;
            const double code = static_cast<double>(each.states[*column]);
            if (x != at) flush();
            low = x == at ? std::min(low, code) : code;
            high = x == at ? std::max(high, code) : code;
            at = x;
        }
        flush();
        if (points.empty()) return {};
        points.pop_back();
        return "<polyline stroke=\"" + std::string(curve.color) +
               "\" stroke-width=\"1.5\" stroke-linejoin=\"round\" points=\"" + points + "\"/>\n";
    }

    StatsPiece film_;
    double begin_ = 0, end_ = 0;
};

}  // namespace

std::string plot_stats(const std::string& path, const PlotPanel& below) {
    return Plot(path).text(below);
}

}  // namespace tonelift
