// SPDX-License-Identifier: BSD-2-Clause
#include "core/metadata/rpu_bits.h"

#include <string>

#include "kernels/error.h"

namespace tonelift {
namespace {

constexpr uint8_t rpu_prefix = 0x19, last_byte = 0x80, prevention_byte = 3;
constexpr uint8_t nal_header[] = {0x7C, 0x01};  // NAL unit type 62, layer 0
// Number of bytes after the payload: a checksum of 4 bytes, and last_byte.
constexpr size_t bytes_of_end = 5;

// Adds one byte to the checksum `sum`, an MPEG-2 CRC-32 (ISO/IEC 13818-1, annex A), and returns the
// new checksum.
uint32_t checksum_after(uint32_t sum, uint8_t byte) {
    sum ^= static_cast<uint32_t>(byte) << 24;
    for (int bit = 0; bit < 8; ++bit) sum = sum << 1 ^ (sum >> 31 != 0 ? 0x04C11DB7U : 0);
    return sum;
}

}  // namespace

void throw_broken_rpu(const char* reason) {
    throw Error(Failure::argument,
                std::string("the Dolby Vision metadata (RPU) of a frame is broken: ") + reason);
}

RpuBits::RpuBits(const uint8_t* data, size_t size) : at_(data), end_(data + size) {
    if (size > 2 && data[0] == nal_header[0] && data[1] == nal_header[1]) at_ += 2;
    while (end_ > at_ && end_[-1] == 0) --end_;
    if (end_ - at_ < 2 || *at_ != rpu_prefix || end_[-1] != last_byte)
        throw_broken_rpu("it does not begin with byte 0x19 and end with byte 0x80");
    ++at_;
    check();
}

void RpuBits::check() {
    const uint8_t* const begin = at_;
    uint32_t sum = 0xFFFFFFFF;
    size_t bytes = 0;
    for (; at_ < end_ - 1; ++bytes) sum = checksum_after(sum, next_byte());
    if (++bytes <= bytes_of_end || sum != 0) throw_broken_rpu("its checksum is wrong");
    left_ = 8 * (bytes - bytes_of_end);
    at_ = begin;
    zeros_ = 0;
}

uint8_t RpuBits::next_byte() {
    if (zeros_ >= 2 && *at_ == prevention_byte && at_ + 1 < end_) {
        ++at_;
        zeros_ = 0;
    }
    zeros_ = *at_ == 0 ? zeros_ + 1 : 0;
    return *at_++;
}

uint32_t RpuBits::number(int bits) {
    if (static_cast<size_t>(bits) > left_) throw_broken_rpu("it ends too early");
    left_ -= static_cast<size_t>(bits);
    uint32_t value = 0;
    for (; bits > 0; --bits) {
        if (unread_ == 0) {
            byte_ = next_byte();
            unread_ = 8;
        }
        value = value << 1 | (byte_ >> --unread_ & 1U);
    }
    return value;
}

int32_t RpuBits::signed_number(int bits) {
    const uint32_t sign = 1U << (bits - 1);
    return static_cast<int32_t>((number(bits) ^ sign) - sign);
}

uint32_t RpuBits::exp_golomb() {
    int zeros = 0;
    while (!flag()) {
        if (++zeros > 31) throw_broken_rpu("a number has more than 32 bits");
    }
    return (1U << zeros) - 1 + number(zeros);
}

int RpuBits::count(int largest) {
    const uint32_t value = exp_golomb();
    if (value > static_cast<uint32_t>(largest)) throw_broken_rpu("a number is out of range");
    return static_cast<int>(value);
}

int32_t RpuBits::signed_count() {
    const uint32_t code = exp_golomb();
    const auto half = static_cast<int32_t>((static_cast<uint64_t>(code) + 1) / 2);
    return code % 2 != 0 ? half : -half;
}

void RpuBits::skip(size_t bits) {
    for (; bits > 32; bits -= 32) number(32);
    number(static_cast<int>(bits));
}

void RpuBits::align() { number(unread_); }

}  // namespace tonelift
