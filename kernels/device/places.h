// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string_view>

namespace tonelift::cuda {

enum class Place : int {
#define TONELIFT_PLACE(name, words) name,
#define TONELIFT_PROGRAM_PLACE(name, program, rows, least, most, flow) name,
#include "kernels/device/places.def"
    count_
};

enum class PlaceProgram { none, prologue, epilogue };
enum class PlaceFlow { none, gives, takes };

struct PlaceInfo {
    std::string_view name;
    int words = 0;
    PlaceProgram program = PlaceProgram::none;
    int rows = 0;
    int least = 0;
    int most = 0;
    PlaceFlow flow = PlaceFlow::none;
};

constexpr PlaceInfo place_infos[] = {
#define TONELIFT_PLACE(name, words) {#name, words},
#define TONELIFT_PROGRAM_PLACE(name, program, rows, least, most, flow) \
    {#name, 0, PlaceProgram::program, rows, least, most, PlaceFlow::flow},
#include "kernels/device/places.def"
};

constexpr bool takes_words(Place place, int words, int pixels) {
    const PlaceInfo& info = place_infos[static_cast<int>(place)];
    if (info.rows == 0) return words == info.words;
    const int values = words - 3 - info.rows;
    return pixels > 0 && pixels % info.rows == 0 && values >= 0 && values % pixels == 0 &&
           values / pixels >= info.least && values / pixels <= info.most;
}

constexpr bool takes_text(Place place, std::string_view text) {
    int words = text.empty() ? 0 : 1, pixels = 0;
    for (const char c : text) {
        if (words == 1 && c >= '0' && c <= '9') pixels = 10 * pixels + (c - '0');
        words += c == ' ' ? 1 : 0;
    }
    return takes_words(place, words, pixels);
}

// The first characters of each PTX comment that marks where generated PTX is inserted.
// kernels/device/places.def lists these places.
#define TONELIFT_PLACE_PREFIX "//@"

// Emits a PTX comment that marks a place at which generated PTX is inserted. An unknown name or a
// wrong number of operands is a compile error.
#define TONELIFT_MARK(statement, name, text, ...)                                     \
    static_assert(::tonelift::cuda::takes_text(::tonelift::cuda::Place::name, text)); \
    statement(TONELIFT_PLACE_PREFIX #name " " text __VA_ARGS__)

}  // namespace tonelift::cuda
