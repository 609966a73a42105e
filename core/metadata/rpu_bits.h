// SPDX-License-Identifier: BSD-2-Clause
//
// The bits of Dolby Vision metadata (RPU) in a NAL unit of H.265, with the codes of ITU-T H.265,
// 9.2. Functions that read throw Error (argument) where the metadata ends too early.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tonelift {

// Throws Error (argument) with a reason.
[[noreturn]] void throw_broken_rpu(const char* reason);

class RpuBits {
  public:
    // data: from the NAL prefix or from the header of the NAL unit on. Throws for a wrong checksum.
    RpuBits(const uint8_t* data, size_t size);

    size_t left() const { return left_; }
    // The next bits, at most 32.
    uint32_t number(int bits);
    // The same in two's complement.
    int32_t signed_number(int bits);
    bool flag() { return number(1) != 0; }
    // ue(v), limited to [0, largest]; throws beyond.
    int count(int largest);
    // se(v)
    int32_t signed_count();
    void skip(size_t bits);
    // Skips the rest of a byte.
    void align();

  private:
    // Exp-Golomb code without a sign.
    uint32_t exp_golomb();
    // The next byte of the NAL unit without the bytes that prevent start codes.
    uint8_t next_byte();
    void check();

    const uint8_t* at_;
    const uint8_t* end_;
    int zeros_ = 0;  // number of zero bytes just read
    size_t left_ = 0;
    uint8_t byte_ = 0;
    int unread_ = 0;  // bits of byte_
};

}  // namespace tonelift
