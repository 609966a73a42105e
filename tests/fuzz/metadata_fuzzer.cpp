// SPDX-License-Identifier: BSD-2-Clause
// Makes dynamic metadata from statistics files with any content.
#include <fuzzer/FuzzedDataProvider.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "core/color/describe.h"
#include "core/color/pq.h"
#include "core/common/options.h"
#include "core/metadata/hdr10plus_codes.h"
#include "core/metadata/shot_curves.h"
#include "core/runtime/build.h"
#include "core/runtime/hdr10_plus.h"
#include "core/runtime/stats_file.h"
#include "kernels/error.h"
#include "tests/fuzz/require.h"
#include "tools/metadata/dolby_vision.h"
#include "tools/metadata/hdr10plus.h"

namespace {

using namespace tonelift;

ShotLight some_light(FuzzedDataProvider& data) {
    ShotLight light;
    for (double& nits : light.largest) nits = pq_light(data.ConsumeProbability<double>());
    light.mean = pq_light(data.ConsumeProbability<double>());
    light.width = data.ConsumeProbability<double>();
    light.height = data.ConsumeProbability<double>();
    for (size_t i = 0; i < source_light_count; ++i)
        if (source_light_shares[i] > 0 || source_luminance_shares[i] > 0)
            light.code[i] = data.ConsumeProbability<double>();
    return light;
}

std::vector<ScreenIntent> some_screens(FuzzedDataProvider& data) {
    std::vector<ScreenIntent> screens;
    double peak = 0;
    for (int i = data.ConsumeIntegralInRange<int>(1, 5); i > 0; --i) {
        peak += data.ConsumeFloatingPointInRange<double>(1, 1500);
        ScreenIntent screen{peak, {}};
        double from = 0, to = 0;
        for (int tone = 0; tone < curve_tones; ++tone) {
            const double part = tone % 128 / 128.0;
            if (part == 0) {
                from = to;
                to = peak * data.ConsumeProbability<double>();
            }
            screen.light.push_back(from + part * (to - from));
        }
        screens.push_back(screen);
    }
    return screens;
}

void check_bezier(const FittedBezier& fit, const ShotLight& light) {
    const BezierCurve& curve = fit.curve;
    require(fit.source <= light.peak_luminance() + 0.05);
    const Hdr10PlusCodes codes = hdr10plus_codes(light, &fit);
    for (size_t i = 0; i < codes.max_scl.size(); ++i)
        require(codes.max_scl[i] >= 0 &&
                codes.max_scl[i] <= 10 * std::max(light.largest[i], 0.1) + 1);
    tonelift_hdr10_plus metadata;
    tonelift_hdr10_plus_default(&metadata);
    metadata.scene_peak = fit.source;
    metadata.target = curve.target;
    metadata.knee_x = curve.knee_x;
    metadata.knee_y = curve.knee_y;
    metadata.anchor_count = static_cast<int>(curve.anchors.size());
    std::copy(curve.anchors.begin(), curve.anchors.end(), metadata.anchors);
    require(fault_of(metadata) == nullptr);
}

void check_gains(const GainCurves& curves) {
    require(curves.x.size() <= most_control_points && curves.alternates.size() <= most_alternates);
    require(std::is_sorted(curves.x.begin(), curves.x.end()));
    for (const double x : curves.x) require(x >= 0 && x <= 65.535);
    for (const GainCurves::Alternate& alternate : curves.alternates) {
        require(alternate.headroom < curves.baseline_headroom);
        require(alternate.gain.size() == curves.x.size());
        for (const double gain : alternate.gain) require(gain >= -6.5535 && gain <= 0);
    }
}

const std::string& scratch_file() {
    static const std::string path =
        "/tmp/tonelift_fuzz_metadata_" + std::to_string(getpid()) + ".stats";
    static const int at_end = std::atexit([] { std::remove(scratch_file().c_str()); });
    (void)at_end;
    return path;
}

void check_json(const MeasuredFilm& film, const std::vector<FittedBezier>& curves) {
    const std::string text = hdr10plus_json(film, curves) + dolby_vision_json(film);
    for (const char* before : {" ", "[", "-"})
        for (const char* number : {"nan", "inf"})
            require(text.find(std::string(before) + number) == std::string::npos);
}

void read_as_file(const uint8_t* bytes, size_t size) {
    std::FILE* file = std::fopen(scratch_file().c_str(), "wb");
    require(file != nullptr && std::fwrite(bytes, 1, size, file) == size && !std::fclose(file));
    try {
        check_json(measured_film(scratch_file(), "faithful"), {});
    } catch (const Error& error) {
        require(*error.what() != '\0');
    }
    std::remove(scratch_file().c_str());
}

const StatsSection& section() {
    static const StatsSection result = [] {
        tonelift_options options = default_options();
        options.preset = "faithful";
        options.device = "cpu";
        options.smoothing = TONELIFT_SMOOTHING_SHOT;
        options.stats = TONELIFT_STATS_WRITE;
        options.stats_file = scratch_file().c_str();
        tonelift_video video;
        tonelift_video_default(&video);
        video.format = TONELIFT_FORMAT_P010;
        video.width = 64;
        video.height = 36;
        video.primaries = video.matrix = h273::primaries_bt2020;
        video.transfer = h273::transfer_pq;
        const Settings settings(options);
        const tonelift_video in = describe_input(video, settings, nullptr);
        return build(script_source(settings), settings, {in}, describe_output(settings, in), {},
                     Log())
            .section;
    }();
    return result;
}

void make_possible(LightNumbers* numbers) {
    const auto at = [&](SourceLight light) -> double& {
        return (*numbers)[static_cast<size_t>(light)];
    };
    for (const auto* shares : {&source_light_shares, &source_luminance_shares}) {
        double least = 0;
        for (size_t i = 0; i < numbers->size(); ++i)
            if ((*shares)[i] > 0) least = (*numbers)[i] = std::max((*numbers)[i], least);
    }
    for (const auto& [luminance, largest] : {std::pair{SourceLight::y50, SourceLight::p50},
                                             std::pair{SourceLight::y90, SourceLight::p90},
                                             std::pair{SourceLight::y99, SourceLight::p99}})
        at(luminance) = std::min(at(luminance), at(largest));
    for (const SourceLight largest : {SourceLight::red, SourceLight::green, SourceLight::blue})
        at(largest) = std::max({at(largest), at(SourceLight::p99_98), at(SourceLight::mean)});
}

void make_light_possible(std::vector<float>* states) {
    std::vector<float*> places;
    for (size_t i = 0; i < states->size(); ++i)
        if (section().columns[i].kind == StateKind::light) places.push_back(&(*states)[i]);
    LightNumbers numbers{};
    require(places.size() == numbers.size());
    for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = *places[i];
    make_possible(&numbers);
    for (size_t i = 0; i < numbers.size(); ++i) *places[i] = static_cast<float>(numbers[i]);
}

void write_film(FuzzedDataProvider& data) {
    StatsWriter file(scratch_file());
    file.begin(section());
    for (int frame = data.ConsumeIntegralInRange<int>(1, 3); frame > 0; --frame) {
        std::vector<float> states;
        for (const StatsColumn& column : section().columns) {
            const auto state = data.ConsumeFloatingPointInRange<float>(-2, 2);
            states.push_back(is_possible(column.kind, state) ? state
                                                             : std::round(state * state / 4));
        }
        make_light_possible(&states);
        file.write({-frame, -frame * int64_t{40000000}}, states);
    }
    file.finish();
}

void check_film(FuzzedDataProvider& data) {
    write_film(data);
    const MeasuredFilm film = measured_film(scratch_file(), "faithful");
    static Intents intents(film);
    std::vector<FittedBezier> curves;
    for (const Shot& shot : film.shots) {
        const auto shown = intents.of(shot);
        curves.push_back(bezier_of(shown, shot));
        check_bezier(curves.back(), shot.light);
        check_gains(gains_of(shown, shot));
    }
    check_json(film, curves);
    std::remove(scratch_file().c_str());
}

}  // namespace

extern "C" int fsync(int) { return 0; }

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
    read_as_file(bytes, size);
    FuzzedDataProvider data(bytes, size);
    const ShotLight light = some_light(data);
    const std::vector<ScreenIntent> screens = some_screens(data);
    const ShotLight frame = some_light(data);
    check_bezier(fitted_bezier(screens, light, std::span(&frame, 1)), light);
    const GainCurves gains = fitted_gains(screens, std::max(light.brightest(), 1.0));
    check_gains(gains);
    st2094_50_bits(gains);
    check_film(data);
    return 0;
}
