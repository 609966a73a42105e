// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/point/code_input.h"

#include <array>

#include "kernels/point/point.h"

namespace tonelift::code {
namespace {

namespace Inst = asmjit::x86::Inst;
using asmjit::Imm;
using asmjit::x86::Mem;
using asmjit::x86::Vec;

class InputWriter {
  public:
    InputWriter(CodeWriter& writer, const InputCodes& how) : writer_(writer), how_(how) {}

    Number of_row(const Mem& row) { return in_range(float_of_row(row), 1); }

    Number between(const NarrowRows& rows, ChromaPairs& pairs) {
        switch (how_.interpolation) {
            case Interpolation::pairs:
                if (!pairs) pairs = pairs_between(rows);
                return in_range(half_of_pairs(*pairs, 0), quarters * quarters);
            case Interpolation::words:
                return in_range(to_float(words_between(rows)), quarters * quarters);
            default:
                return in_range(floats_between(rows), 1);
        }
    }

  private:
    // Returns the value of an input code in its nominal range. `code` is the input code multiplied
    // by `times`. The offset of the sum is exact, because the zero of a range is a power of two.
    Number in_range(const Number& code, float times) {
        const float scale = 1.0f / how_.range.scale / times;
        return multiply_add(code, Number(scale), Number(-(times * how_.range.zero) * scale));
    }

    Number to_float(const Vec& words) { return writer_.result(Inst::kIdVcvtdq2ps, words); }

    Number float_of_row(const Mem& from) {
        if (how_.step == 2)
            return half_of_pairs(writer_.result(Inst::kIdVmovups, from), how_.shift);
        const Vec row = writer_.result(Inst::kIdVpmovzxwd, from);
        return to_float(how_.shift == 0 ? row
                                        : writer_.result(Inst::kIdVpsrld, row, Imm(how_.shift)));
    }

    Number half_of_pairs(const Vec& pairs, int shift) {
        const Vec first =
            how_.offset == 0 ? writer_.result(Inst::kIdVpslld, pairs, Imm(16)) : pairs;
        return to_float(writer_.result(Inst::kIdVpsrld, first, Imm(16 + shift)));
    }

    Vec weighted_sum(const Vec& a, const asmjit::Operand& part, const Vec& b,
                     const asmjit::Operand& rest) {
        return writer_.result(Inst::kIdVpaddw, writer_.result(Inst::kIdVpmullw, a, part),
                              writer_.result(Inst::kIdVpmullw, b, rest));
    }

    // Returns the weighted sum of two rows of 16-bit words, multiplied by 4.
    Vec between_rows(const NarrowRows& rows) {
        const auto row = [&](const Mem& from) {
            const Vec words = writer_.result(Inst::kIdVmovups, from);
            return how_.shift == 0 ? words
                                   : writer_.result(Inst::kIdVpsrlw, words, Imm(how_.shift));
        };
        return weighted_sum(row(rows.below), rows.weights, row(rows.above), weights_above(rows));
    }

    static Mem weights_above(const NarrowRows& rows) {
        return rows.weights.cloneAdjusted(block_floats * int{sizeof(float)});
    }

    template <typename F>
    Mem of_lanes(const F& f) {
        std::array<decltype(f(ColumnTaps())), 16> lanes;
        for (uint32_t i = 0; i < lanes.size(); ++i) lanes[i] = f(column_taps(how_, i));
        return writer_.numbers(lanes);
    }

    Vec chosen(Inst::Id permute, const Vec& samples, const Mem& lanes) {
        return writer_.result(permute, writer_.result(Inst::kIdVmovups, lanes), samples);
    }

    // Returns interpolated Cb and Cr, multiplied by 16, in the two halves of 32-bit words.
    Vec pairs_between(const NarrowRows& rows) {
        const auto both = [](uint32_t word) { return word | word << 16; };
        const Vec samples = between_rows(rows);
        const auto at = [&](const Mem& lanes) { return chosen(Inst::kIdVpermd, samples, lanes); };
        const Vec near = at(of_lanes([](const ColumnTaps& taps) { return taps.near; }));
        const Vec far = at(of_lanes([](const ColumnTaps& taps) { return taps.far; }));
        return weighted_sum(far, of_lanes([&](const ColumnTaps& taps) { return both(taps.part); }),
                            near,
                            of_lanes([&](const ColumnTaps& taps) { return both(taps.rest); }));
    }

    // Returns one interpolated component, multiplied by 16, in 32-bit words. The factors of
    // products have signs, so 32768 is subtracted from codes of 16 bits, and 16 times as much is
    // added in the end.
    Vec words_between(const NarrowRows& rows) {
        const auto product = [&](const Mem& row, const Mem& weights) {
            const Vec both = near_and_far(row);
            return writer_.result(Inst::kIdVpmaddwd, how_.fills_words ? shifted(both) : both,
                                  weights);
        };
        const Vec sum = writer_.result(Inst::kIdVpaddd, product(rows.below, rows.weights),
                                       product(rows.above, weights_above(rows)));
        if (!how_.fills_words) return sum;
        return writer_.result(Inst::kIdVpaddd, sum, writer_.word(quarters * quarters * 32768));
    }

    Vec shifted(const Vec& codes) {
        const auto id = writer_.wide() ? Inst::kIdVpxord : Inst::kIdVpxor;
        return writer_.result(id, codes, writer_.word(0x80008000));
    }

    // Returns both samples of each pixel in the halves of a 32-bit word.
    Vec near_and_far(const Mem& row) {
        if (writer_.wide()) {
            const Vec words = writer_.to.newYmm();
            writer_.to.emit(Inst::kIdVmovups, words, row);
            const auto lanes = [](const ColumnTaps& taps) { return taps.near | taps.far << 16; };
            return chosen(Inst::kIdVpermw, words.zmm(), of_lanes(lanes));
        }
        const Vec words = writer_.result(Inst::kIdVbroadcasti128, row);
        const auto bytes = [](const ColumnTaps& taps) {
            return (taps.near | taps.far << 16) * 0x202 + 0x01000100;
        };
        return writer_.result(Inst::kIdVpshufb, words, of_lanes(bytes));
    }

    Number floats_between(const NarrowRows& rows) {
        const Number above = float_of_row(rows.above), below = float_of_row(rows.below);
        const Vec samples = multiply_add(below - above, rows.weights, above).reg();
        const auto at = [&](const Mem& lanes) {
            return Number(chosen(Inst::kIdVpermps, samples, lanes));
        };
        const Number near = at(of_lanes([](const ColumnTaps& taps) { return taps.near; }));
        const Number far = at(of_lanes([](const ColumnTaps& taps) { return taps.far; }));
        const auto part = [](const ColumnTaps& taps) {
            return static_cast<float>(taps.part) / quarters;
        };
        return multiply_add(far - near, of_lanes(part), near);
    }

    CodeWriter& writer_;
    const InputCodes& how_;
};

}  // namespace

Number input_of_row(CodeWriter& writer, const InputCodes& how, const Mem& row) {
    return InputWriter(writer, how).of_row(row);
}

Number input_between_rows(CodeWriter& writer, const InputCodes& how, const NarrowRows& rows,
                          ChromaPairs& pairs) {
    return InputWriter(writer, how).between(rows, pairs);
}

}  // namespace tonelift::code
