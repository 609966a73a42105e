// SPDX-License-Identifier: BSD-2-Clause
#include "tools/pictures/samples.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "kernels/format.h"

namespace tonelift {
namespace {

const Format& format_of(const Still& still) { return *find_format(still.video.format); }

int channels_of(const Format& format) {
    return (format.family == Family::GRAY ? 1 : 3) + (format.has_alpha() ? 1 : 0);
}

// The component that interleaved channel `channel` is.
const Component& component(const Format& format, int channel) {
    const bool alpha = format.has_alpha() && channel == channels_of(format) - 1;
    return format.components[alpha ? 3 : static_cast<size_t>(channel)];
}

template <typename T>
T* samples(Still& still, const Component& of, int y) {
    return reinterpret_cast<T*>(still.frame.row(static_cast<size_t>(of.plane), y)) + of.offset;
}

template <typename T>
void divide_row(Still& still, int y, double white) {
    const Format& format = format_of(still);
    const T* const alpha = samples<T>(still, format.components[3], y);
    for (int channel = 0; channel + 1 < channels_of(format); ++channel) {
        const Component& color = component(format, channel);
        T* const row = samples<T>(still, color, y);
        for (int x = 0; x < still.video.width; ++x) {
            const double opaque = alpha[x * format.components[3].step] / white;
            T& value = row[x * color.step];
            if (opaque <= 0) continue;
            if constexpr (std::is_integral_v<T>)
                value = static_cast<T>(std::lround(std::min(value / opaque, white)));
            else
                value = static_cast<T>(value / opaque);
        }
    }
}

// Exif's orientations: whether rows and columns change places, and the mirrors of the result.
struct Turn {
    bool transposed, mirrored_x, mirrored_y;
};
constexpr Turn turns[] = {{false, false, false}, {false, true, false}, {false, true, true},
                          {false, false, true},  {true, false, false}, {true, true, false},
                          {true, true, true},    {true, false, true}};

// Copies one plane, which has all samples of a pixel side by side.
void turn_plane(const Still& from, Still* to, size_t plane, const Turn& turn) {
    const Format& format = format_of(from);
    const auto* const of = std::find_if(
        format.components.begin(), format.components.end(),
        [&](const Component& component) { return component.plane == static_cast<int>(plane); });
    const int width =
        format.component_width(static_cast<int>(of - format.components.begin()), to->video.width);
    const int height = format.plane_height(static_cast<int>(plane), to->video.height);
    const auto bytes = static_cast<size_t>(of->step * format.sample_bytes());
    for (int y = 0; y < height; ++y) {
        uint8_t* out = to->frame.row(plane, y);
        for (int x = 0; x < width; ++x, out += bytes) {
            const int u = turn.mirrored_x ? width - 1 - x : x;
            const int v = turn.mirrored_y ? height - 1 - y : y;
            const size_t column = static_cast<size_t>(turn.transposed ? v : u);
            std::memcpy(out, from.frame.row(plane, turn.transposed ? u : v) + column * bytes,
                        bytes);
        }
    }
}

}  // namespace

void split_row(const float* row, int y, Still* still) {
    const Format& format = format_of(*still);
    const int channels = channels_of(format);
    for (int channel = 0; channel < channels; ++channel) {
        float* const out = samples<float>(*still, component(format, channel), y);
        for (int x = 0; x < still->video.width; ++x) out[x] = row[x * channels + channel];
    }
}

void join_row(const Still& still, int y, float* row) {
    const Format& format = format_of(still);
    const int channels = channels_of(format);
    for (int channel = 0; channel < channels; ++channel) {
        const Component& from = component(format, channel);
        const auto* const in =
            reinterpret_cast<const float*>(still.frame.row(static_cast<size_t>(from.plane), y));
        for (int x = 0; x < still.video.width; ++x) row[x * channels + channel] = in[x];
    }
}

void divide_by_alpha(Still* still) {
    const Format& format = format_of(*still);
    for (int y = 0; y < still->video.height; ++y) {
        if (format.sample == Sample::U8)
            divide_row<uint8_t>(*still, y, 255);
        else if (format.sample == Sample::U16)
            divide_row<uint16_t>(*still, y, 65535);
        else
            divide_row<float>(*still, y, 1);
    }
}

Still turned(Still still, int orientation) {
    if (orientation <= 1 || orientation > 8) return still;
    const Turn& turn = turns[orientation - 1];
    tonelift_video video = still.video;
    if (turn.transposed) std::swap(video.width, video.height);
    Still result(video);
    result.notes = still.notes;
    for (int plane = 0; plane < format_of(still).planes(); ++plane)
        turn_plane(still, &result, static_cast<size_t>(plane), turn);
    return result;
}

}  // namespace tonelift
