// SPDX-License-Identifier: BSD-2-Clause
// Writes gain curves in the bit stream syntax of SMPTE ST 2094-50, annex C.
#include <cmath>

#include "core/metadata/gain_curves.h"

namespace tonelift {
namespace {

// Numbers of codes per unit. The unit of headrooms and gains is a stop, and the unit of x is the
// HDR reference white.
constexpr double headroom_codes = 10000, x_codes = 1000, gain_codes = 10000, mix_codes = 50000;
constexpr int chromaticities_bt2020 = 2, mixing_by_coefficients = 3;

class BitWriter {
  public:
    void put(unsigned value, int bits) {
        for (int i = bits - 1; i >= 0; --i) {
            if (used_ == 0) bytes_.push_back(0);
            bytes_.back() |= static_cast<uint8_t>((value >> i & 1) << (7 - used_));
            used_ = (used_ + 1) % 8;
        }
    }
    void code(double value, double codes_per_unit) {
        put(static_cast<unsigned>(std::lround(value * codes_per_unit)), 16);
    }
    std::vector<uint8_t> take() { return std::move(bytes_); }

  private:
    std::vector<uint8_t> bytes_;
    int used_ = 0;
};

void put_mixing(BitWriter& bits) {
    bits.put(mixing_by_coefficients, 2);
    bits.put(0b111000, 6);
    for (const double share : luminance_mix) bits.code(share, mix_codes);
}

void put_alternate(BitWriter& bits, const GainCurves& curves, size_t number) {
    const GainCurves::Alternate& alternate = curves.alternates[number];
    bits.code(alternate.headroom, headroom_codes);
    if (number == 0) {
        put_mixing(bits);
        bits.put(static_cast<unsigned>(curves.x.size() - 1), 5);
        bits.put(1, 1);
        bits.put(0, 2);
        for (const double x : curves.x) bits.code(x, x_codes);
    }
    for (const double gain : alternate.gain) bits.code(-gain, gain_codes);
}

}  // namespace

std::vector<uint8_t> st2094_50_bits(const GainCurves& curves) {
    BitWriter bits;
    bits.put(0, 8);
    bits.put(0, 1);
    bits.put(1, 1);
    bits.put(0, 6);
    bits.code(curves.baseline_headroom, headroom_codes);
    bits.put(0, 1);
    bits.put(static_cast<unsigned>(curves.alternates.size()), 3);
    bits.put(chromaticities_bt2020, 2);
    bits.put(1, 1);
    bits.put(1, 1);
    for (size_t i = 0; i < curves.alternates.size(); ++i) put_alternate(bits, curves, i);
    return bits.take();
}

}  // namespace tonelift
