// SPDX-License-Identifier: BSD-2-Clause
#include "tools/pictures/samples.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "core/color/describe.h"
#include "kernels/chroma_tap.h"
#include "kernels/format.h"

namespace tonelift {
namespace {

const Format& format_of(const Still& still) { return *find_format(still.video.format); }

int channels_of(const Format& format) {
    return (format.family == Family::GRAY ? 1 : 3) + (format.has_alpha() ? 1 : 0);
}

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
            const double opaque = std::min(alpha[x * format.components[3].step] / white, 1.0);
            T& value = row[x * color.step];
            if (!(opaque > 0)) continue;
            if constexpr (std::is_integral_v<T>)
                value = static_cast<T>(std::lround(std::min(value / opaque, white)));
            else
                value = static_cast<T>(value / opaque);
        }
    }
}

template <typename T>
bool has_opaque_rows(const Still& still, T white) {
    const Format& format = format_of(still);
    const Component& alpha = format.components[3];
    for (int y = 0; y < still.video.height; ++y) {
        const T* const row =
            reinterpret_cast<const T*>(still.frame.row(static_cast<size_t>(alpha.plane), y)) +
            alpha.offset;
        for (int x = 0; x < still.video.width; ++x)
            if (row[x * alpha.step] < white) return false;
    }
    return true;
}

struct Orientation {
    bool transposed, mirrored_x, mirrored_y;
};
constexpr Orientation orientations[] = {
    {false, false, false}, {false, true, false}, {false, true, true}, {false, false, true},
    {true, false, false},  {true, true, false},  {true, true, true},  {true, false, true}};

struct PlaneLayout {
    size_t bytes;
    int width, height;
};

PlaneLayout layout_of(const Still& still, int plane) {
    const Format& format = format_of(still);
    const auto of =
        std::find_if(format.components.begin(), format.components.end(),
                     [&](const Component& component) { return component.plane == plane; });
    return {
        static_cast<size_t>(of->step * format.sample_bytes()),
        format.component_width(static_cast<int>(of - format.components.begin()), still.video.width),
        format.plane_height(plane, still.video.height)};
}

void copy_plane(const Still& from, Still* to, int plane, int64_t x, int64_t y) {
    const PlaneLayout in = layout_of(from, plane), out = layout_of(*to, plane);
    const int64_t first = std::max<int64_t>(0, -x);
    const int64_t end = std::min<int64_t>(out.width, in.width - x);
    if (first >= end) return;
    const auto at = static_cast<size_t>(plane);
    for (int64_t row = std::max<int64_t>(0, -y); row < std::min<int64_t>(out.height, in.height - y);
         ++row)
        std::memcpy(
            to->frame.row(at, static_cast<int>(row)) + static_cast<size_t>(first) * in.bytes,
            from.frame.row(at, static_cast<int>(row + y)) +
                static_cast<size_t>(first + x) * in.bytes,
            static_cast<size_t>(end - first) * in.bytes);
}

// Two neighboring chroma samples, and the share of the second one in quarters.
struct ChromaPair {
    int first, second, share;
};

ChromaPair chroma_pair(int luma, int shift, float site, int samples) {
    if (shift == 0) return {luma, luma, 0};
    const ChromaTap tap = chroma_tap(luma, site);
    return {std::max(tap.first, 0), std::min(tap.first + 1, samples - 1),
            static_cast<int>(4 * tap.weight)};
}

template <typename T>
void enlarge_chroma(const Still& from, Still* to, int plane) {
    const Format& format = format_of(from);
    const auto at = static_cast<size_t>(plane);
    const PlaneLayout in = layout_of(from, plane);
    const ChromaOffset site = chroma_offset(from.video.chroma_location);
    for (int y = 0; y < to->video.height; ++y) {
        const ChromaPair rows = chroma_pair(y, format.chroma_h, site.y, in.height);
        const auto* const above = reinterpret_cast<const T*>(from.frame.row(at, rows.first));
        const auto* const below = reinterpret_cast<const T*>(from.frame.row(at, rows.second));
        auto* const out = reinterpret_cast<T*>(to->frame.row(at, y));
        for (int x = 0; x < to->video.width; ++x) {
            const ChromaPair pair = chroma_pair(x, format.chroma_w, site.x, in.width);
            const auto along = [&](const T* row) {
                return (4 - pair.share) * row[pair.first] + pair.share * row[pair.second];
            };
            const int sum = (4 - rows.share) * along(above) + rows.share * along(below);
            out[x] = static_cast<T>((sum + 8) / 16);
        }
    }
}

void orient_plane(const Still& from, Still* to, int plane, const Orientation& how) {
    const PlaneLayout made = layout_of(*to, plane);
    const auto at = static_cast<size_t>(plane);
    for (int y = 0; y < made.height; ++y) {
        uint8_t* out = to->frame.row(at, y);
        for (int x = 0; x < made.width; ++x, out += made.bytes) {
            const int u = how.mirrored_x ? made.width - 1 - x : x;
            const int v = how.mirrored_y ? made.height - 1 - y : y;
            const auto column = static_cast<size_t>(how.transposed ? v : u);
            std::memcpy(out, from.frame.row(at, how.transposed ? u : v) + column * made.bytes,
                        made.bytes);
        }
    }
}

// The product of an infinity and 0 would be NaN.
double without_infinity(float sample) {
    constexpr float most = std::numeric_limits<float>::max();
    return std::clamp(sample, -most, most);
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

Still straight(Still still) {
    if (!is_premultiplied(still.video)) return still;
    const Format& format = format_of(still);
    for (int y = 0; y < still.video.height; ++y) {
        if (format.sample == Sample::U8)
            divide_row<uint8_t>(still, y, 255);
        else if (format.sample == Sample::U16)
            divide_row<uint16_t>(still, y, 65535);
        else
            divide_row<float>(still, y, 1);
    }
    still.video.alpha_mode = TONELIFT_ALPHA_MODE_STRAIGHT;
    return still;
}

bool is_opaque(const Still& still) {
    const Format& format = format_of(still);
    if (!format.has_alpha()) return true;
    if (format.sample == Sample::F32) return has_opaque_rows(still, 1.0f);
    if (format.sample == Sample::U8) return has_opaque_rows(still, uint8_t{255});
    const int white = ((1 << format.depth) - 1) << format.shift;
    return has_opaque_rows(still, static_cast<uint16_t>(white));
}

void multiply_colors(const Matrix3& matrix, Still* still) {
    const Format& format = format_of(*still);
    const bool gray = format.family == Family::GRAY;
    for (int y = 0; y < still->video.height; ++y) {
        float* row[3];
        for (int i = 0; i < (gray ? 1 : 3); ++i)
            row[i] = samples<float>(*still, component(format, i), y);
        for (int x = 0; x < still->video.width; ++x) {
            if (gray) {
                row[0][x] *= static_cast<float>(matrix[0][0]);
                continue;
            }
            const Vector3 color =
                multiply(matrix, {without_infinity(row[0][x]), without_infinity(row[1][x]),
                                  without_infinity(row[2][x])});
            for (size_t i = 0; i < 3; ++i) row[i][x] = static_cast<float>(color[i]);
        }
    }
}

Still windowed(const Still& still, const Window& window) {
    tonelift_video video = still.video;
    video.width = static_cast<int>(std::clamp<int64_t>(window.width, 0, INT32_MAX));
    video.height = static_cast<int>(std::clamp<int64_t>(window.height, 0, INT32_MAX));
    Still result(video);
    result.notes = still.notes;
    result.pixel_aspect = still.pixel_aspect;
    const Format& format = format_of(still);
    for (int plane = 0; plane < format.planes(); ++plane) {
        const bool chroma = plane == 1 || plane == 2;
        copy_plane(still, &result, plane, window.x >> (chroma ? format.chroma_w : 0),
                   window.y >> (chroma ? format.chroma_h : 0));
    }
    return result;
}

Still with_full_chroma(const Still& still) {
    const Format& format = format_of(still);
    std::string name = format.ffmpeg;
    name.replace(name.find("42"), 3, "444");
    tonelift_video video = still.video;
    video.format = tonelift_format_from_name(name.c_str());
    video.chroma_location = TONELIFT_CHROMA_UNSPECIFIED;
    Still result(video);
    result.notes = still.notes;
    result.pixel_aspect = still.pixel_aspect;
    for (int plane = 0; plane < format.planes(); ++plane) {
        if (plane != 1 && plane != 2)
            copy_plane(still, &result, plane, 0, 0);
        else if (format.sample == Sample::U8)
            enlarge_chroma<uint8_t>(still, &result, plane);
        else
            enlarge_chroma<uint16_t>(still, &result, plane);
    }
    return result;
}

Still turned(Still still, int orientation) {
    if (orientation <= 1 || orientation > 8) return still;
    const Orientation& how = orientations[orientation - 1];
    tonelift_video video = still.video;
    if (how.transposed) std::swap(video.width, video.height);
    Still result(video);
    result.notes = still.notes;
    result.pixel_aspect = how.transposed ? 1 / still.pixel_aspect : still.pixel_aspect;
    for (int plane = 0; plane < format_of(still).planes(); ++plane)
        orient_plane(still, &result, plane, how);
    return result;
}

}  // namespace tonelift
