// SPDX-License-Identifier: BSD-2-Clause
//
// PQ (SMPTE ST 2084) as tables of line segments. The largest error of encoding is 1/140 of the
// distance between two 10-bit codes.
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
