// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/device/pq_lines.h"

#include <bit>
#include <cmath>

#include "kernels/device/pq_tables.h"
#include "kernels/math/constants.h"
#include "kernels/math/plain.h"

namespace tonelift {
namespace {

PqLine line_over(double from, double width, double low, double high) {
    const double slope = (high - low) / width;
    return {static_cast<float>(low - slope * from), static_cast<float>(slope)};
}

// Returns the PQ code of linear light by equation 5.2 of SMPTE ST 2084. The value 1.0 of `light`
// stands for 203 cd/m2. The equation also applies to light above 10000 cd/m2, whose codes exceed 1.
double code_of(double light) {
    const double y = std::pow(light / double{math::pq_top}, constants::pq_m1);
    return std::pow((constants::pq_c1 + constants::pq_c2 * y) / (1 + constants::pq_c3 * y),
                    constants::pq_m2);
}

}  // namespace

PqLine pq_decode_line(int entry) {
    const auto place = [](int i) { return static_cast<float>(i) / pq_decode_intervals; };
    return line_over(double{place(entry)}, 1.0 / pq_decode_intervals,
                     double{math::pq_decode(place(entry))},
                     double{math::pq_decode(place(entry + 1))});
}

// Returns the line for one entry of the encoding table. The line is halfway between the chord and
// the parallel tangent of the curve, which halves the largest error of the chord.
PqLine pq_encode_line(int entry) {
    const auto place = [](uint32_t i) {
        return double{std::bit_cast<float>((pq_encode_first + i) << pq_encode_shift)};
    };
    const double from = place(static_cast<uint32_t>(entry));
    const double to = place(static_cast<uint32_t>(entry) + 1);
    if (entry == 0) return line_over(0, to, 0, code_of(to));
    const double off = (code_of((from + to) / 2) - (code_of(from) + code_of(to)) / 2) / 2;
    return line_over(from, to - from, code_of(from) + off, code_of(to) + off);
}

std::vector<PqLine> pq_lines_of_both_tables() {
    std::vector<PqLine> lines;
    for (int i = 0; i < pq_decode_lines; ++i) lines.push_back(pq_decode_line(i));
    for (int i = 0; i < pq_encode_lines; ++i) lines.push_back(pq_encode_line(i));
    return lines;
}

}  // namespace tonelift
