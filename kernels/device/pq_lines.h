// SPDX-License-Identifier: BSD-2-Clause
//
// PQ (SMPTE ST 2084) as tables of line segments.
//
// Decoding has intervals of h = 1/1024 of the code E. The relative error of light is 1/8 (h / E)^2
// n (n - 1), where n, 5 to 8, is the slope of log(light) over log(E). It is 2e-5 at half the range,
// and 3e-3 at 0.07 cd/m2, a fiftieth of a 10-bit code.
//
// Encoding has intervals of 1/32 octave of light, indexed by the first bits of a float. The error
// is 1/140 of a 10-bit code. Light below 2^-24 (0.00001 cd/m2) is on a line from 0, with an error
// within 1.1e-4. Operations that compute differences of codes do not use this table.
#pragma once

#include <vector>

namespace tonelift {

struct PqLine {
    float at_zero;
    float slope;
};

PqLine pq_decode_line(int entry);
PqLine pq_encode_line(int entry);

std::vector<PqLine> pq_lines_of_both_tables();

}  // namespace tonelift
