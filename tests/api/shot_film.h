// SPDX-License-Identifier: BSD-2-Clause
// Makes films with known statistics for tests of smoothing=shot.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/api_stream.h"

namespace tonelift {

namespace fs = std::filesystem;

constexpr double frame_rate = 24;
constexpr double ramp = 0.3;

inline const char* const mean_script =
    "plane v = lightness(input);\nfloat m = smooth(mean(v), 0.5);\noutput color(m);\n";

struct Light {
    double base = 0;
    double gain = 1;
    int bars = 0;
    bool cut = false;
};
using Film = std::vector<Light>;

inline double mean_of(double base) { return base + ramp / 2; }
inline double mean_of(const Light& light) { return light.gain * mean_of(light.base); }

inline Film operator+(Film film, const Film& more) {
    film.insert(film.end(), more.begin(), more.end());
    return film;
}
inline Film still(int frames, double base, int bars = 0) {
    return Film(static_cast<size_t>(frames), Light{base, 1, bars});
}
inline Film black(int frames) { return Film(static_cast<size_t>(frames), Light{0, 0}); }
inline Film ramped(int frames, const Light& from, const Light& to) {
    Film film;
    for (int i = 0; i < frames; ++i) {
        const double t = static_cast<double>(i) / (frames - 1);
        film.push_back({std::lerp(from.base, to.base, t), std::lerp(from.gain, to.gain, t)});
    }
    return film;
}

struct Calls {
    size_t first = 0, end = SIZE_MAX;
    int batch = 1;
    bool looks = true;
};

class Shots : public testing::Test {
  protected:
    void SetUp() override {
        path_ = (fs::path(testing::TempDir()) /
                 (std::string("tonelift_shot_") +
                  testing::UnitTest::GetInstance()->current_test_info()->name() + ".stats"))
                    .string();
        std::replace(path_.begin() + testing::TempDir().size(), path_.end(), '/', '_');
        fs::remove(path_);
        options_.smoothing = TONELIFT_SMOOTHING_SHOT;
        options_.script_text = mean_script;
        options_.device = "cpu";
        options_.format = "gbrpf32le";
        options_.transfer = TONELIFT_TRANSFER_LINEAR;
    }
    void TearDown() override {
        fs::remove(path_);
        fs::remove(path_ + ".part");
    }

    TestPicture picture(const Light& light) const {
        TestPicture made = picture_for(in_);
        for (int component : {0, 1, 2}) made.fill_constant(component, is_rgb() ? 0 : 512);
        for (int y = 0; y < in_.height; ++y) {
            for (int x = 0; x < in_.width; ++x) {
                const bool bar = std::min(y, in_.height - 1 - y) < light.bars;
                const double v = bar ? 0 : light.gain * (light.base + ramp * (x + 0.5) / in_.width);
                made.set_code(lit_, x, y, code_of(v));
            }
        }
        return made;
    }
    bool is_rgb() const { return in_.matrix == TONELIFT_MATRIX_RGB; }
    double code_of(double v) const {
        if (in_.transfer == TONELIFT_TRANSFER_LINEAR) return v * white_;
        return std::round(is_rgb() ? 1023 * v : 64 + 876 * v);
    }

    double time_of(size_t frame) const { return static_cast<double>(frame) / rate_; }

    std::vector<double> shown(const Film& film, const tonelift_options& options, const Calls& calls,
                              Messages* messages = nullptr) const {
        Messages unread;
        const tonelift_video out = output_of(options, in_);
        const FilterHandle filter =
            make_filter(options, in_, out, messages != nullptr ? messages : &unread);
        std::vector<double> result;
        size_t next = calls.first, seen = calls.first;
        const size_t end = std::min(calls.end, film.size());
        while (filter != nullptr && next < end) {
            const auto wanted = std::min(static_cast<size_t>(calls.batch), end - next);
            while (calls.looks && seen < end && ready(filter.get()) < wanted)
                if (!look(filter.get(), film, seen++)) return result;
            if (!map(filter.get(), film, next, wanted, out, &result)) return result;
            next += wanted;
        }
        if (filter != nullptr) {
            EXPECT_EQ(tonelift_filter_finish(filter.get()), TONELIFT_OK);
        }
        return result;
    }
    std::vector<double> shown(const Film& film, const tonelift_options& options) const {
        return shown(film, options, {});
    }

    std::vector<double> shown_with_file(const Film& film, const Calls& calls = {}) const {
        tonelift_options options = options_;
        options.stats_file = path_.c_str();
        options.stats = TONELIFT_STATS_WRITE;
        shown(film, options);
        options.stats = TONELIFT_STATS_READ;
        Messages messages;
        const std::vector<double> result = shown(film, options, calls, &messages);
        EXPECT_EQ(messages.errors, "");
        return result;
    }

    static size_t ready(tonelift_filter* filter) {
        int most = 0;
        tonelift_filter_lookahead(filter, nullptr, &most);
        return most > 0 ? static_cast<size_t>(tonelift_filter_ready(filter)) : SIZE_MAX;
    }
    bool look(tonelift_filter* filter, const Film& film, size_t i) const {
        const TestPicture from = picture(film[i]);
        tonelift_frame frame = frame_of(from, time_of(i));
        frame.scene_cut = film[i].cut;
        return tonelift_filter_look(filter, &frame, 1) == TONELIFT_OK;
    }
    bool map(tonelift_filter* filter, const Film& film, size_t first, size_t count,
             const tonelift_video& out, std::vector<double>* result) const {
        std::vector<TestPicture> from, to;
        std::vector<tonelift_frame> in_frames, out_frames;
        for (size_t i = 0; i < count; ++i) {
            from.push_back(picture(film[first + i]));
            to.push_back(picture_for(out));
        }
        for (size_t i = 0; i < count; ++i) {
            in_frames.push_back(frame_of(from[i], time_of(first + i)));
            in_frames.back().scene_cut = film[first + i].cut;
            out_frames.push_back(frame_of(to[i], time_of(first + i)));
        }
        if (tonelift_filter_process(filter, in_frames.data(), out_frames.data(),
                                    static_cast<int>(count)) != TONELIFT_OK)
            return false;
        for (const TestPicture& made : to) result->push_back(made.code(0, 0, 0));
        return true;
    }

    tonelift_video in_ = hdr10_video(TONELIFT_FORMAT_YUV444P10, 64, 16);
    tonelift_options options_ = default_options();
    double rate_ = frame_rate;
    int lit_ = 0;       // the only component with light
    double white_ = 1;  // white of linear light
    std::string path_;
};

}  // namespace tonelift
