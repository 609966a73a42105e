// SPDX-License-Identifier: BSD-2-Clause
// Helpers for tests of still pictures: a picture in any format, a folder of files, and functions
// that run the tool.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "core/color/describe.h"
#include "core/color/ycbcr.h"
#include "kernels/format.h"
#include "tools/file_bytes.h"
#include "tools/pictures/still.h"

namespace tonelift {

namespace fs = std::filesystem;

constexpr int still_width = 67, still_height = 43;

inline double sample_at(int component, int x, int y, int w, int h) {
    return component == 3 ? 0.25 + 0.75 * y / h
                          : 0.1 + 0.8 * (component == 1 ? 1.0 * y / h : 1.0 * x / w) *
                                      (component == 2 ? 0.5 : 1);
}

inline void set_sample(const Format& format, uint8_t* row, int at, double value) {
    if (format.sample == Sample::F32) {
        reinterpret_cast<float*>(row)[at] = static_cast<float>(value);
    } else if (format.sample == Sample::U16) {
        reinterpret_cast<uint16_t*>(row)[at] =
            static_cast<uint16_t>(std::lround(value * ((1 << format.depth) - 1)));
    } else {
        row[at] = static_cast<uint8_t>(std::lround(value * 255));
    }
}

inline double get_sample(const Format& format, const uint8_t* row, int at) {
    if (format.sample == Sample::F32) return reinterpret_cast<const float*>(row)[at];
    if (format.sample == Sample::U16)
        return reinterpret_cast<const uint16_t*>(row)[at] / double((1 << format.depth) - 1);
    return row[at] / 255.0;
}

template <typename Work>
void each_sample(const tonelift_video& video, const Work& work) {
    const Format& format = *find_format(video.format);
    for (int i = 0; i < 4; ++i) {
        const Component& of = format.components[static_cast<size_t>(i)];
        if (of.plane < 0) continue;
        const int w = format.component_width(i, video.width);
        const int h = format.plane_height(of.plane, video.height);
        for (int y = 0; y < h; ++y)
            for (int x = 0; x < w; ++x) work(i, x, y, w, h, of);
    }
}

inline Still picture(const char* format_name, int primaries, int transfer) {
    tonelift_video video = still_video(format_name, still_width, still_height);
    video.primaries = primaries;
    video.transfer = transfer;
    const Format& format = *find_format(video.format);
    if (format.family == Family::YUV)
        video.matrix =
            primaries == TONELIFT_PRIMARIES_BT2020 ? TONELIFT_MATRIX_BT2020 : TONELIFT_MATRIX_BT709;
    Still still(video);
    each_sample(video, [&](int i, int x, int y, int w, int h, const Component& of) {
        set_sample(format, still.frame.row(static_cast<size_t>(of.plane), y),
                   of.offset + x * of.step, sample_at(i, x, y, w, h));
    });
    return still;
}

inline double difference(const Still& still) {
    const Format& format = *find_format(still.video.format);
    double largest = 0;
    each_sample(still.video, [&](int i, int x, int y, int w, int h, const Component& of) {
        const double got = get_sample(format, still.frame.row(static_cast<size_t>(of.plane), y),
                                      of.offset + x * of.step);
        largest = std::max(largest, std::abs(got - sample_at(i, x, y, w, h)));
    });
    return largest;
}

inline std::array<double, 4> pixel_of(const Still& still, int x, int y) {
    const Format& format = *find_format(still.video.format);
    std::array<double, 4> pixel{};
    for (size_t i = 0; i < 4; ++i) {
        const Component& of = format.components[i];
        if (of.plane < 0) continue;
        const bool chroma = i == 1 || i == 2;
        pixel[i] = get_sample(
            format,
            still.frame.row(static_cast<size_t>(of.plane), y >> (chroma ? format.chroma_h : 0)),
            of.offset + (x >> (chroma ? format.chroma_w : 0)) * of.step);
    }
    return pixel;
}

inline double light_of_code(double code, int transfer) {
    switch (transfer) {
        case TONELIFT_TRANSFER_SRGB:
            return code <= 0.04045 ? code / 12.92 : std::pow((code + 0.055) / 1.055, 2.4);
        case TONELIFT_TRANSFER_GAMMA22:
            return std::pow(code, 2.2);
        case TONELIFT_TRANSFER_GAMMA28:
            return std::pow(code, 2.8);
        case TONELIFT_TRANSFER_LINEAR:
            return code;
        default:
            return NAN;
    }
}

inline Vector3 light_of(const Still& still, int x, int y) {
    const Format& format = *find_format(still.video.format);
    const std::array<double, 4> pixel = pixel_of(still, x, y);
    Vector3 color{pixel[0], pixel[0], pixel[0]};
    if (format.family == Family::RGB) color = {pixel[0], pixel[1], pixel[2]};
    if (format.family == Family::YUV)
        color = multiply(ycbcr_to_rgb(still.video.matrix, still.video.primaries),
                         {pixel[0], pixel[1] - 128 / 255.0, pixel[2] - 128 / 255.0});
    for (double& code : color) code = light_of_code(code, still.video.transfer);
    return multiply(convert_primaries(still.video.primaries, h273::primaries_bt709), color);
}

inline double difference(const Still& a, const Still& b) {
    EXPECT_STREQ(tonelift_format_name(a.video.format), tonelift_format_name(b.video.format));
    EXPECT_EQ(a.video.width, b.video.width);
    EXPECT_EQ(a.video.height, b.video.height);
    if (a.video.width != b.video.width || a.video.height != b.video.height) return INFINITY;
    double largest = 0;
    for (int y = 0; y < a.video.height; ++y) {
        for (int x = 0; x < a.video.width; ++x) {
            const std::array<double, 4> p = pixel_of(a, x, y), q = pixel_of(b, x, y);
            for (size_t i = 0; i < 4; ++i) largest = std::max(largest, std::abs(p[i] - q[i]));
        }
    }
    return largest;
}

class Stills : public testing::Test {
  protected:
    void SetUp() override {
        folder_ = fs::path(testing::TempDir()) /
                  (std::string("tonelift_stills_") +
                   testing::UnitTest::GetInstance()->current_test_info()->name());
        fs::remove_all(folder_);
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    std::string path_for(const StillKind& kind) const {
        return path("still" + std::string(kind.endings.front()));
    }
    std::string content(const std::string& name) const {
        const std::vector<uint8_t> bytes = read_bytes(path(name));
        return {bytes.begin(), bytes.end()};
    }
    static Still read_again(const std::string& file) {
        const StillKind* const kind = kind_of_content(file);
        EXPECT_NE(kind, nullptr) << file;
        return kind->read(file);
    }
    Still written_and_read(const StillKind& kind, const Still& still) const {
        kind.write(path_for(kind), still, {100});
        EXPECT_EQ(kind_of_content(path_for(kind)), &kind);
        return kind.read(path_for(kind));
    }
    // Runs the shell commands `before` and `tonelift map`. Messages of the tool are written to the
    // file "said". Returns the exit status.
    int map(const std::string& arguments, const std::string& before = "") const {
        const std::string command = "cd '" + folder_.string() + "' && " + before +
                                    "'" TONELIFT_TOOL "' map " + arguments + " 2> said";
        return WEXITSTATUS(std::system(command.c_str()));
    }
    bool says(const std::string& part) const {
        return content("said").find(part) != std::string::npos;
    }

    fs::path folder_;
};

inline const StillKind& kind_called(const std::string& name) { return *kind_of_name("x." + name); }

constexpr int srgb = TONELIFT_TRANSFER_SRGB, linear = TONELIFT_TRANSFER_LINEAR;

}  // namespace tonelift
