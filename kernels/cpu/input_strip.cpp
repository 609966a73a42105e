// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cpu/input_strip.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "kernels/chroma_tap.h"
#include "kernels/prefetch.h"

namespace tonelift {
namespace {

constexpr int weight_floats = 2 * block_floats;

}  // namespace

InputStrip::InputStrip(const Picture& picture, int component)
    : codes_(input_codes(picture, component)),
      plane_(static_cast<size_t>(picture.format->components[component].plane)),
      width_(picture.format->component_width(component, picture.width)),
      last_row_(picture.format->plane_height(static_cast<int>(plane_), picture.height) - 1),
      bytes_(codes_.step * static_cast<int>(sizeof(uint16_t))),
      halves_rows_(picture.format->chroma_h > 0),
      offset_(chroma_offset(picture.chroma_location).y),
      copy_bytes_(
          (std::min(long_strip_pixels, round_up_to_block(picture.width)) + 2 * codes_behind) *
          bytes_),
      copies_(size_t{copies} * static_cast<size_t>(copy_bytes_)),
      weights_(size_t{quarters} * weight_floats) {
    for (int i = 0; i < quarters; ++i) fill_weight(i, weights_.data() + i * weight_floats);
}

// Writes the weight of the lower of two chroma rows, as floats. If chroma is interpolated in
// integers, writes the weights of the lower and of the upper row, in quarters and as 16-bit words.
// Words are multiplied by the weights of the columns.
void InputStrip::fill_weight(int below, float* to) const {
    if (codes_.interpolation == Interpolation::floats)
        return fill_block(to, static_cast<float>(below) / quarters);
    const bool words = codes_.interpolation == Interpolation::words;
    for (const int row : {below, quarters - below}) {
        for (uint32_t i = 0; i < block_floats; ++i) {
            const ColumnTaps taps = column_taps(codes_, i);
            const uint32_t both = words ? taps.rest | taps.part << 16 : 0x10001;
            *to++ = std::bit_cast<float>(both * static_cast<uint32_t>(row));
        }
    }
}

void InputStrip::place(const FramePlanes& frame, int x, int y, int pixels, void** at) {
    if (codes_.narrow) return place_narrow(frame, x, y, pixels, at);
    at[0] = row_at(frame, y, {x, round_up_to_block(pixels)});
}

void InputStrip::place_narrow(const FramePlanes& frame, int x, int y, int pixels, void** at) {
    const ChromaTap tap = halves_rows_ ? chroma_tap(y, offset_) : ChromaTap{y, 0};
    const Reach reach = {x / 2 + codes_.first, round_up_to_block(pixels) / 2 + codes_behind};
    at[0] = row_at(frame, std::clamp(tap.first, 0, last_row_), reach);
    std::byte* const below = row_at(frame, std::clamp(tap.first + 1, 0, last_row_), reach);
    at[1] = below;
    at[2] = weights_.data() + static_cast<ptrdiff_t>(quarters * tap.weight) * weight_floats;
    const int strip = pixels / 2 * bytes_;
    for (int i = 0; i < strip; i += static_cast<int>(cache_line)) prefetch(below + strip + i);
}

std::byte* InputStrip::row_at(const FramePlanes& frame, int row, const Reach& reach) {
    std::byte* const begin = frame.data[plane_] + row * frame.pitch[plane_];
    if (reach.first >= 0 && reach.first + reach.count <= width_)
        return begin + static_cast<ptrdiff_t>(reach.first) * bytes_;
    const size_t copy = (reach.first < 0 ? 2 : 0) + static_cast<size_t>(row % 2);
    std::byte* const to = copies_.data() + copy * static_cast<size_t>(copy_bytes_);
    Copied& copied = copied_[copy];
    if (copied.row != row || copied.reach != reach) copy_row(begin, reach, to);
    copied = {row, reach};
    return to;
}

void InputStrip::copy_row(const std::byte* row, const Reach& reach, std::byte* to) const {
    const auto size = static_cast<size_t>(bytes_);
    const int from = std::max(reach.first, 0), end = std::min(reach.first + reach.count, width_);
    const auto copy = [&](int sample, int place, int count) {
        std::memcpy(to + (place - reach.first) * bytes_, row + sample * bytes_,
                    size * static_cast<size_t>(count));
    };
    for (int i = reach.first; i < from; ++i) copy(0, i, 1);
    copy(from, from, end - from);
    for (int i = end; i < reach.first + reach.count; ++i) copy(width_ - 1, i, 1);
}

}  // namespace tonelift
