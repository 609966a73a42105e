// SPDX-License-Identifier: BSD-2-Clause
#include "core/metadata/film.h"

#include <algorithm>
#include <cmath>

#include "core/color/pq.h"
#include "core/common/options.h"
#include "core/common/scanner.h"
#include "core/runtime/build.h"
#include "core/runtime/shots.h"
#include "core/runtime/stats_subject.h"

namespace tonelift {
namespace {

class Conditions {
  public:
    Conditions(const StatsSection& section, const std::string& path)
        : section_(section), path_(path) {}

    const std::string* text(const std::string& key) const {
        for (const StatsField& field : section_.fields) {
            if (field.key == key) return &field.value;
        }
        return nullptr;
    }

    template <typename Number>
    void read(const std::string& key, Number* to) const {
        const std::string* value = text(key);
        if (value == nullptr) return;
        Scanner scanner(*value);
        if (!scanner.number(*to) || !scanner.done()) refuse(key);
    }

    tonelift_video video() const {
        tonelift_video video;
        tonelift_video_default(&video);
        const std::string* stated = text("size");
        Scanner size(stated != nullptr ? std::string_view(*stated) : std::string_view());
        if (!size.number(video.width) || !size.literal("x") || !size.number(video.height) ||
            !size.done())
            refuse("size");
        video.format = static_cast<tonelift_format>(format());
        read("primaries", &video.primaries);
        read("transfer", &video.transfer);
        read("matrix", &video.matrix);
        read("range", &video.range);
        int location = 0;
        read("chroma_location", &location);
        video.chroma_location = static_cast<tonelift_chroma_location>(location);
        return video;
    }

    Settings settings(const std::string& preset) const {
        tonelift_options options = default_options();
        std::string params;
        for (const StatsField& field : section_.fields) {
            constexpr std::string_view param = "param.";
            if (field.key.starts_with(param))
                params += field.key.substr(param.size()) + '=' + field.value + '|';
        }
        options.preset = preset.c_str();
        options.set = params.c_str();
        options.device = "cpu";
        options.stats_file = path_.c_str();
        options.stats = TONELIFT_STATS_READ;
        if (text("smoothing") != nullptr) options.smoothing = TONELIFT_SMOOTHING_SHOT;
        read("scene_threshold_low", &options.scene_threshold_low);
        read("scene_threshold_high", &options.scene_threshold_high);
        read("deband", &options.deband);
        read("source_peak", &options.source_peak);
        read("tonemap", &options.tonemap);
        return Settings(options);
    }

  private:
    [[noreturn]] void refuse(const std::string& key) const {
        fail_for_stats(path_, "has no readable " + key + measure_again);
    }

    int format() const {
        const std::string* samples = text("samples");
        for (const Format& format : formats()) {
            if (samples != nullptr && !format.is_texture() && samples_of(format) == *samples)
                return format.id;
        }
        refuse("samples");
    }

    const StatsSection& section_;
    const std::string& path_;
};

std::array<size_t, source_light_count> light_columns(const StatsPiece& piece) {
    std::array<size_t, source_light_count> columns{};
    for (size_t i = 0; i < columns.size(); ++i) {
        const auto column =
            find_column(piece.sections()[0], StateKind::light, source_light_names[i]);
        if (!column)
            fail_for_stats(piece.path(),
                           "has no light of an HDR film" + std::string(measure_again));
        columns[i] = *column;
    }
    return columns;
}

std::vector<size_t> state_columns(const StatsPiece& piece, const StatsSection& wanted) {
    const StatsSection& there = piece.sections()[0];
    const std::vector<std::string> differs = differences(there, wanted);
    if (!differs.empty()) refuse_stats(piece.path(), differs);
    return *find_columns(there.columns, wanted.columns);
}

class Splitter {
  public:
    Splitter(const StatsPiece& piece, const std::vector<size_t>& states, const ShotColumns& columns)
        : piece_(piece), light_(light_columns(piece)), columns_(columns) {
        for (const StatsPiece::Line& line : piece_.lines()) check(line);
        take_states(states);
        find_shots(frames_, columns_);
    }

    std::vector<Shot> shots() {
        std::vector<Shot> shots;
        for (size_t first = 0; first < frames_.size(); first += shots.back().frames)
            shots.push_back(shot_at(first));
        return shots;
    }

    ShotLight film() const {
        LightSum sum;
        for (const StatsPiece::Line& line : piece_.lines()) sum.add(light_of(line));
        return sum.result();
    }

    double brightest_mean() const {
        double code = 0;
        for (const StatsPiece::Line& line : piece_.lines())
            code = std::max(code, light_of(line)[static_cast<size_t>(SourceLight::mean)]);
        return pq_light(code);
    }

  private:
    LightNumbers light_of(const StatsPiece::Line& line) const {
        LightNumbers numbers{};
        for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = line.states[light_[i]];
        return numbers;
    }

    void check(const StatsPiece::Line& line) const {
        const char* fault = fault_of(light_of(line));
        if (fault == nullptr) return;
        fail_for_stats(piece_.path(), "is damaged: the frame with timestamp " +
                                          std::to_string(line.frame.timestamp) + " has " + fault +
                                          measure_again);
    }

    void take_states(const std::vector<size_t>& columns) {
        for (const StatsPiece::Line& line : piece_.lines()) {
            std::vector<float>& states = states_.emplace_back();
            for (const size_t column : columns) states.push_back(line.states[column]);
        }
        double seconds = 0;
        for (size_t i = 0; i < states_.size(); ++i) {
            const auto& lines = piece_.lines();
            if (i > 0) seconds += step_between(lines[i - 1].frame, lines[i].frame);
            frames_.push_back({seconds, states_[i]});
        }
    }

    Shot shot_at(size_t first) {
        return measured_shot(shot_of(frames_, first), first, columns_,
                             [&](size_t i) { return light_of(piece_.lines()[first + i]); });
    }

    const StatsPiece& piece_;
    std::array<size_t, source_light_count> light_;
    const ShotColumns& columns_;
    std::vector<std::vector<float>> states_;
    std::vector<ShotFrame> frames_;
};

template <typename Work>
auto with_numbers_of(const std::string& path, const Work& work) {
    try {
        return work();
    } catch (const Error& error) {
        if (error.failure() == Failure::io) throw;
        fail_for_stats(path, std::string("is damaged: ") + error.what());
    }
}

std::vector<ShotLight> unusual_frames(size_t frames, const ShotLight& shot,
                                      const std::function<LightNumbers(size_t)>& light) {
    constexpr double usual = 0.02;
    const auto mean_of = [&](size_t i) { return light(i)[static_cast<size_t>(SourceLight::mean)]; };
    size_t darkest = 0, brightest = 0;
    for (size_t i = 1; i < frames; ++i) {
        if (mean_of(i) < mean_of(darkest)) darkest = i;
        if (mean_of(i) > mean_of(brightest)) brightest = i;
    }
    std::vector<ShotLight> unusual;
    for (const size_t i : {darkest, brightest}) {
        if (std::abs(mean_of(i) - pq_code(shot.mean)) <= usual) continue;
        LightSum frame;
        frame.add(light(i));
        unusual.push_back(frame.result());
    }
    return unusual;
}

}  // namespace

Shot measured_shot(std::span<const ShotFrame> frames, size_t first, const ShotColumns& columns,
                   const std::function<LightNumbers(size_t)>& light) {
    Shot shot{first, frames.size(), {}};
    LightSum sum;
    ShotStatistics statistics(columns);
    for (size_t i = 0; i < frames.size(); ++i) {
        sum.add(light(i));
        std::vector<float> states;
        statistics.next(frames, static_cast<int64_t>(first), i, &states);
        if (i == frames.size() / 2) shot.states = std::move(states);
    }
    shot.light = sum.result();
    shot.unusual = unusual_frames(frames.size(), shot.light, light);
    return shot;
}

MeasuredFilm measured_film(const std::string& path, const std::string& preset) {
    const StatsPiece piece(path);
    if (piece.sections().size() != 1)
        fail_for_stats(path,
                       "has several sections; metadata is written for a film whose size and "
                       "options do not change");
    const Conditions conditions(piece.sections()[0], path);
    MeasuredFilm film = with_numbers_of(path, [&]() -> MeasuredFilm {
        const Settings settings = conditions.settings(preset);
        return {describe_input(conditions.video(), settings, nullptr), settings};
    });
    if (film.video.transfer != h273::transfer_pq)
        fail_for_stats(path, "is of a film that is not PQ; dynamic metadata belongs to HDR10");
    const Build made = with_numbers_of(path, [&] {
        return build(script_source(film.settings), film.settings, {film.video},
                     describe_output(film.settings, film.video), {}, Log());
    });
    const std::vector<size_t> states = state_columns(piece, made.section);
    const ShotColumns columns(made.plan);
    Splitter splitter(piece, states, columns);
    film.frames = piece.lines().size();
    for (const StatsPiece::Line& line : piece.lines()) film.keys.push_back(line.frame);
    film.shots = splitter.shots();
    film.light = splitter.film();
    film.max_cll = film.light.brightest();
    film.max_fall = splitter.brightest_mean();
    return film;
}

}  // namespace tonelift
