// SPDX-License-Identifier: BSD-2-Clause
//
// The sizes of the PQ tables (kernels/device/pq_lines.h), and the set of PQ tables that a kernel
// needs. CUDA kernels copy their tables to shared memory.
#pragma once

#include <bit>
#include <cstdint>

#include "kernels/pass.h"

namespace tonelift {

// Number of intervals of the decoding table between the PQ codes 0 and 1.
constexpr int pq_decode_intervals = 1024;

// The encoding table has 2^pq_encode_bits line segments for each octave (factor of two) of light.
// Light of 1.0 is the HDR reference white, so pq_encode_most is above the peak of PQ.
constexpr int pq_encode_bits = 5, pq_encode_shift = 23 - pq_encode_bits;
constexpr float pq_encode_least = 0x1p-24f, pq_encode_most = 64.0f;
constexpr uint32_t pq_encode_first = std::bit_cast<uint32_t>(pq_encode_least) >> pq_encode_shift;
constexpr uint32_t pq_encode_last = std::bit_cast<uint32_t>(pq_encode_most) >> pq_encode_shift;

// The numbers of lines in each table. They are even, because lines are copied in pairs.
constexpr int pq_decode_lines = pq_decode_intervals + 2;
constexpr int pq_encode_lines = (pq_encode_last - pq_encode_first + 2) / 2 * 2;
constexpr int pq_line_bytes = 8;

struct PqTables {
    bool decode = false;
    bool encode = false;

    void want(Op op) {
        decode |= op == Op::pq_decode || op == Op::relight || op == Op::from_ictcp ||
                  op == Op::hue_rotate;
        encode |= op == Op::pq_encode || op == Op::lightness;
    }
    int bytes() const {
        return pq_line_bytes * ((decode ? pq_decode_lines : 0) + (encode ? pq_encode_lines : 0));
    }
};

}  // namespace tonelift
