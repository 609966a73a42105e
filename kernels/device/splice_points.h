// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string_view>

namespace tonelift::cuda {

enum class SplicePoint : int {
#define TONELIFT_SPLICE_POINT(name, words) name,
#define TONELIFT_PROGRAM_SPLICE_POINT(name, program, rows, least, most, flow) name,
#include "kernels/device/splice_points.def"
    count_
};

enum class SpliceProgram { none, prologue, epilogue };
enum class SpliceFlow { none, gives, takes };

struct SplicePointInfo {
    std::string_view name;
    int words = 0;
    SpliceProgram program = SpliceProgram::none;
    int rows = 0;
    int least = 0;
    int most = 0;
    SpliceFlow flow = SpliceFlow::none;
};

constexpr SplicePointInfo splice_points[] = {
#define TONELIFT_SPLICE_POINT(name, words) {#name, words},
#define TONELIFT_PROGRAM_SPLICE_POINT(name, program, rows, least, most, flow) \
    {#name, 0, SpliceProgram::program, rows, least, most, SpliceFlow::flow},
#include "kernels/device/splice_points.def"
};

constexpr bool takes_words(SplicePoint point, int words, int pixels) {
    const SplicePointInfo& info = splice_points[static_cast<int>(point)];
    if (info.rows == 0) return words == info.words;
    const int values = words - 3 - info.rows;
    return pixels > 0 && pixels % info.rows == 0 && values >= 0 && values % pixels == 0 &&
           values / pixels >= info.least && values / pixels <= info.most;
}

constexpr bool takes_text(SplicePoint point, std::string_view text) {
    int words = text.empty() ? 0 : 1, pixels = 0;
    for (const char c : text) {
        if (words == 1 && c >= '0' && c <= '9') pixels = 10 * pixels + (c - '0');
        words += c == ' ' ? 1 : 0;
    }
    return takes_words(point, words, pixels);
}

// The first characters of each PTX comment that marks where generated PTX is inserted.
// kernels/device/splice_points.def lists these points.
#define TONELIFT_SPLICE_PREFIX "//@"

// Emits a PTX comment that marks a splice point at which generated PTX is inserted. An unknown name
// or a wrong number of operands is a compile error.
#define TONELIFT_MARK(statement, name, text, ...)                                           \
    static_assert(::tonelift::cuda::takes_text(::tonelift::cuda::SplicePoint::name, text)); \
    statement(TONELIFT_SPLICE_PREFIX #name " " text __VA_ARGS__)

}  // namespace tonelift::cuda
