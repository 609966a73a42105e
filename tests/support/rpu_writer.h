// SPDX-License-Identifier: BSD-2-Clause
//
// Writes Dolby Vision metadata (RPU, ETSI GS CCM 001).
#pragma once

#include <tonelift/dolby_vision.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <vector>

namespace tonelift {

class RpuWriter {
  public:
    RpuWriter& bits(int64_t value, int count) {
        for (int i = count - 1; i >= 0; --i) bits_.push_back(i < 64 && (value >> i & 1) != 0);
        return *this;
    }
    RpuWriter& ue(int64_t value) {
        const int length = std::bit_width(static_cast<uint64_t>(value + 1));
        return bits(0, length - 1).bits(value + 1, length);
    }
    RpuWriter& se(int64_t value) { return ue(value > 0 ? 2 * value - 1 : -2 * value); }
    RpuWriter& align() {
        while (bits_.size() % 8 != 0) bits_.push_back(false);
        return *this;
    }
    std::vector<uint8_t> unit() const {
        std::vector<uint8_t> payload((bits_.size() + 7) / 8);
        for (size_t i = 0; i < bits_.size(); ++i)
            payload[i / 8] |= static_cast<uint8_t>(bits_[i] << (7 - i % 8));
        const uint32_t sum = checksum(payload);
        for (int shift = 24; shift >= 0; shift -= 8)
            payload.push_back(static_cast<uint8_t>(sum >> shift));
        payload.insert(payload.begin(), 0x19);
        payload.push_back(0x80);
        return escaped(payload);
    }

  private:
    // Returns the checksum CRC-32/MPEG-2 of the payload.
    static uint32_t checksum(const std::vector<uint8_t>& payload) {
        uint32_t sum = 0xFFFFFFFF;
        for (const uint8_t byte : payload) {
            for (int bit = 7; bit >= 0; --bit) {
                const bool carry = (sum >> 31 != 0) != ((byte >> bit & 1) != 0);
                sum = sum << 1 ^ (carry ? 0x04C11DB7U : 0);
            }
        }
        return sum;
    }
    // Inserts emulation prevention bytes (ITU-T H.265, 7.4.2).
    static std::vector<uint8_t> escaped(const std::vector<uint8_t>& bytes) {
        std::vector<uint8_t> result;
        int zeros = 0;
        for (const uint8_t byte : bytes) {
            if (zeros >= 2 && byte <= 3) {
                result.push_back(3);
                zeros = 0;
            }
            zeros = byte == 0 ? zeros + 1 : 0;
            result.push_back(byte);
        }
        return result;
    }

    std::vector<bool> bits_;
};

struct RpuParts {
    int type = 2, kind = 0, coefficient_type = 0, fraction_bits = 23, compression = 0;
    bool is_full_range = true, has_residual = false, has_half_layer = false;
    bool has_color = true, refers_back = false;
    int parts_across = 1;
    tonelift_dolby_vision reshaping{};
    int scene_cut = 0, darkest = 7, brightest = 3079;
    struct Level {
        int level, bytes;
        std::vector<int> codes;
    };
    std::vector<std::vector<Level>> levels{{}};
};

class RpuOfParts {
  public:
    explicit RpuOfParts(const RpuParts& parts) : p_(parts) {
        write_header();
        to_.bits(p_.has_color, 1).bits(p_.refers_back, 1);
        if (p_.refers_back)
            to_.ue(3);
        else
            write_mapping();
        if (p_.has_color) write_color();
        to_.align();
    }
    std::vector<uint8_t> unit() const { return to_.unit(); }

  private:
    void write_header() {
        to_.bits(p_.type, 6).bits(18, 11);
        to_.bits(p_.kind, 4).bits(0, 4).bits(1, 1).bits(0, 1);
        to_.bits(p_.coefficient_type, 2);
        if (p_.coefficient_type == 0) to_.ue(p_.fraction_bits);
        to_.bits(1, 2).bits(p_.is_full_range, 1).ue(2).ue(2).ue(4).bits(0, 1);
        to_.bits(p_.compression, 3).bits(p_.has_half_layer, 1);
        to_.bits(!p_.has_residual, 1);
    }
    void write_coefficient(double value) {
        if (p_.coefficient_type == 1) {
            to_.bits(std::bit_cast<uint32_t>(static_cast<float>(value)), 32);
            return;
        }
        const double unit = std::ldexp(1, p_.fraction_bits);
        const auto number = std::llround(value * unit);
        const auto whole = static_cast<int64_t>(std::floor(static_cast<double>(number) / unit));
        to_.se(whole);
        to_.bits(number - whole * static_cast<int64_t>(unit), p_.fraction_bits);
    }
    void write_mapping() {
        to_.ue(0).ue(0).ue(0);
        for (const tonelift_reshaping& of : p_.reshaping.component) {
            to_.ue(of.pieces - 1);
            int64_t last = 0;
            for (int i = 0; i <= of.pieces && i < 9; ++i) {
                const auto code = std::llround(of.pivots[i] * 1023);
                to_.bits(code - last, 10);
                last = code;
            }
        }
        if (p_.has_residual) to_.bits(0, 3).bits(0, 10).bits(1023, 10);
        to_.ue(p_.parts_across - 1).ue(0);
        for (const tonelift_reshaping& of : p_.reshaping.component) {
            for (int i = 0; i < of.pieces && i < 8; ++i) write_piece(of, i);
        }
        if (!p_.has_residual) return;
        for (int i = 0; i < 3; ++i) {
            to_.bits(512, 10);
            for (int number = 0; number < 3; ++number) to_.ue(1).bits(77, p_.fraction_bits);
        }
    }
    void write_piece(const tonelift_reshaping& of, int i) {
        const int order = of.mmr_order[i];
        if (order == 0) {
            to_.ue(0).ue(1);
            for (const double factor : of.polynomial[i]) write_coefficient(factor);
            return;
        }
        to_.ue(1).bits(order - 1, 2);
        write_coefficient(of.mmr_constant[i]);
        for (int o = 0; o < order && o < 3; ++o) {
            for (const double factor : of.mmr_factor[i][o]) write_coefficient(factor);
        }
    }
    void write_matrix(const double (&matrix)[3][3], double unit) {
        for (const auto& row : matrix) {
            for (const double value : row) to_.bits(std::llround(value * unit), 16);
        }
    }
    void write_color() {
        to_.ue(0).ue(0).ue(p_.scene_cut);
        write_matrix(p_.reshaping.ycc_to_rgb, 8192);
        for (const double offset : p_.reshaping.ycc_offset)
            to_.bits(std::llround(std::ldexp(offset, 28)), 32);
        write_matrix(p_.reshaping.rgb_to_lms, 16384);
        to_.bits(0xFFFF, 16).bits(0, 64).bits(12, 5).bits(1, 6);
        to_.bits(p_.darkest, 12).bits(p_.brightest, 12);
        to_.bits(42, 10);
        for (const auto& set : p_.levels) write_levels(set);
    }
    void write_levels(const std::vector<RpuParts::Level>& levels) {
        to_.ue(std::ssize(levels)).align();
        for (const RpuParts::Level& of : levels) {
            to_.ue(of.bytes).bits(of.level, 8);
            int left = 8 * of.bytes;
            for (const int code : of.codes) {
                to_.bits(code, 12);
                left -= 12;
            }
            if (left > 0) to_.bits(0, left);
        }
    }

    RpuParts p_;
    RpuWriter to_;
};

inline std::vector<uint8_t> rpu_of(const RpuParts& parts) { return RpuOfParts(parts).unit(); }

}  // namespace tonelift
