// SPDX-License-Identifier: BSD-2-Clause
#include "core/metadata/preset_curve.h"

#include <algorithm>
#include <cmath>

#include "core/color/describe.h"
#include "core/color/names.h"
#include "core/runtime/frame_metadata.h"
#include "core/runtime/machine.h"
#include "core/runtime/stats_file.h"
#include "core/runtime/stats_text.h"

namespace tonelift {
namespace {

constexpr int column_width =
    2;  // pixels per tone; at half resolution, each tone still has one pixel
constexpr int ramp_width = column_width * curve_tones;
constexpr int ramp_height = 4;

tonelift_video ramp_video() {
    tonelift_video video;
    tonelift_video_default(&video);
    video.format = TONELIFT_FORMAT_GBRP16;
    video.width = ramp_width;
    video.height = ramp_height;
    video.primaries = h273::primaries_bt2020;
    video.transfer = h273::transfer_pq;
    video.matrix = h273::matrix_rgb;
    video.range = h273::range_full;
    return video;
}

// Throws for statistics of a picture that was mapped by its own metadata. The ramp has no such
// metadata, so its curve would not belong to these statistics.
void refuse_mapped_pictures(const MeasuredFilm& film) {
    if (selected_tones(film.settings) == GivenTones::none) return;
    fail_for_stats(film.settings.stats_file,
                   "was measured with tonemap=" + color_name("tonemap", film.settings.tonemap) +
                       "; allowed for curves are statistics of the unchanged input" +
                       measure_again + ", and leave tonemap out");
}

// The target peak is a parameter of the plan, so one plan serves screens of any peak.
Settings settings_for(const MeasuredFilm& film, double brightest) {
    tonelift_options options = film.settings;
    options.target_peak = brightest;
    options.threads = 1;
    options.transfer = TONELIFT_TRANSFER_BT709;
    options.primaries = TONELIFT_PRIMARIES_BT2020;
    options.format = "gbrpf32le";
    options.deband = 0;
    return Settings(options);
}

}  // namespace

PresetCurve::PresetCurve(const MeasuredFilm& film, double brightest) : brightest_(brightest) {
    refuse_mapped_pictures(film);
    const Settings settings = settings_for(film, brightest);
    const Log log;
    in_ = describe_input(ramp_video(), settings, nullptr);
    out_ = describe_output(settings, in_);
    made_ = build(script_source(settings), settings, {in_}, out_, {}, log);
    executor_ = Machine(settings, in_, out_, {}, log).executor(made_.plan);
    for (int x = 0; x < ramp_width; ++x)
        ramp_.push_back(
            static_cast<uint16_t>(std::lround(65535.0 * (x / column_width) / (curve_tones - 1))));
    result_.resize(static_cast<size_t>(ramp_width) * ramp_height);
    FramePlanes from, to;
    for (size_t plane = 0; plane < 3; ++plane) {
        from.data[plane] = reinterpret_cast<std::byte*>(ramp_.data());
        from.pitch[plane] = 0;
        to.data[plane] = reinterpret_cast<std::byte*>(result_.data());
        to.pitch[plane] = ramp_width * static_cast<ptrdiff_t>(sizeof(float));
    }
    batch_.input = {from};
    batch_.output = {to};
    batch_.times.resize(1);
    batch_.parameters = made_.parameters;
    batch_.replay.resize(1);
}

PresetCurve::~PresetCurve() = default;

void PresetCurve::shown(const Shot& shot, double peak, std::vector<double>* light) {
    batch_.parameters[target_peak_parameter] = static_cast<float>(peak);
    batch_.replay[0].states = shot.states;
    executor_->run(batch_);
    light->clear();
    const float* row = result_.data() + static_cast<size_t>(ramp_width) * (ramp_height / 2);
    for (int i = 0; i < curve_tones; ++i) {
        const double code = std::clamp<double>(row[column_width * i], 0, 1);
        const double made = brightest_ * std::pow(code, 2.4);
        light->push_back(std::min(made, peak));
    }
}

double light_at(const std::vector<double>& curve, double code) {
    const double place = std::clamp(code, 0.0, 1.0) * static_cast<double>(curve.size() - 1);
    const size_t i = std::min(static_cast<size_t>(place), curve.size() - 2);
    const double part = place - static_cast<double>(i);
    return curve[i] + part * (curve[i + 1] - curve[i]);
}

}  // namespace tonelift
