// SPDX-License-Identifier: BSD-2-Clause
//
// The lines of the PQ tables (kernels/device/pq_tables.h).
//
// pq_decode: light as a function of the code E, in intervals of h = 1/1024. The relative error of
// light is 1/8 (h / E)^2 n (n - 1), where n is the slope of log(light) over log(E), 5 to 8. It is
// 2e-5 at half the range, and 3e-3 at 0.07 cd/m2, which is a fiftieth of a 10-bit code.
//
// pq_encode: the code as a function of light, in intervals of 1/32 octave, which are indexed by the
// first bits of a float. The error is 1/16 (1/32)^2 of the increase of the code when light grows by
// the factor e: 7e-6, which is 1/140 of a 10-bit code. Light below 2^-24 (0.00001 cd/m2) is on a
// line from 0, with an error within 1.1e-4. Operations that compute differences of codes do not use
// this table.
#pragma once

#include <vector>

namespace tonelift {

struct PqLine {
    float at_zero;
    float slope;
};

// Return the line of an interval. pq_decode_line() maps codes to light, and pq_encode_line() maps
// light to codes.
PqLine pq_decode_line(int entry);
PqLine pq_encode_line(int entry);

// Returns all lines of pq_decode, then all lines of pq_encode.
std::vector<PqLine> pq_lines_of_both_tables();

}  // namespace tonelift
