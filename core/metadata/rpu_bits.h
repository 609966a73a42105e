// SPDX-License-Identifier: BSD-2-Clause
// Reads bits and Exp-Golomb codes (ITU-T H.265, clause 9.2) of Dolby Vision metadata from a NAL
// unit.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tonelift {

[[noreturn]] void throw_broken_rpu(const char* reason);

class RpuBits {
  public:
    // Throws Error (argument) if the first byte, the last byte or the checksum is wrong.
    RpuBits(const uint8_t* data, size_t size);

    size_t left() const { return left_; }
    // Reads an unsigned number of `bits` bits, at most 32.
    uint32_t number(int bits);
    // Reads a number of `bits` bits in two's complement.
    int32_t signed_number(int bits);
    bool flag() { return number(1) != 0; }
    // Reads an unsigned Exp-Golomb code, ue(v). Throws Error (argument) for a number above
    // `largest`.
    int count(int largest);
    // Reads a signed Exp-Golomb code, se(v).
    int32_t signed_count();
    void skip(size_t bits);
    void align();

  private:
    uint32_t exp_golomb();
    // Returns the next byte of the NAL unit, and skips emulation prevention bytes.
    uint8_t next_byte();
    void check();

    const uint8_t* at_;
    const uint8_t* end_;
    int zeros_ = 0;
    size_t left_ = 0;
    uint8_t byte_ = 0;
    int unread_ = 0;
};

}  // namespace tonelift
