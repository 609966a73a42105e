// SPDX-License-Identifier: BSD-2-Clause
//
// Machine code of functions that look up coefficients in tables (kernels/math/segments.h).
#include <algorithm>

#include "kernels/point/code_math.h"

namespace tonelift::code {
namespace {

namespace Inst = asmjit::x86::Inst;
using asmjit::Imm;
using asmjit::x86::Mem;
using asmjit::x86::Vec;

// The tables of both instruction sets. Each set uses only some of them.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-const-variable"
#pragma push_macro("TONELIFT_SEGMENTS")
#undef TONELIFT_SEGMENTS
#define TONELIFT_SEGMENTS 8
namespace avx2 {
#include "kernels/math/fits.inc"
}
#undef TONELIFT_SEGMENTS
#define TONELIFT_SEGMENTS 32
namespace avx512 {
#include "kernels/math/fits.inc"
}
#pragma pop_macro("TONELIFT_SEGMENTS")
#pragma GCC diagnostic pop

// Returns the first entries of a table, one per lane.
Mem entries_of(CodeWriter& writer, const float* table) {
    std::array<float, 16> entries{};
    std::copy_n(table, writer.lanes(), entries.begin());
    return writer.numbers(entries);
}

Vec shifted_right(CodeWriter& writer, const Vec& bits, int count) {
    return writer.result(Inst::kIdVpsrad, bits, Imm(count));
}

Vec octave_power_of_eight(CodeWriter& writer, const Vec& light) {
    const auto& octaves = avx2::quick_bt1886_encode_octaves;
    const Vec four_octaves = shifted_right(writer, light, 25);
    const Vec outer = writer.result(Inst::kIdVpermps, four_octaves, entries_of(writer, octaves[0]));
    const Vec table = writer.result(Inst::kIdVmovups, entries_of(writer, octaves[1]));
    const Vec within = writer.result(Inst::kIdVpermilps, table, shifted_right(writer, light, 23));
    return writer.result(Inst::kIdVmulps, outer, within);
}

Vec octave_power_of_thirty_two(CodeWriter& writer, const Vec& light) {
    const float* const octaves = avx512::quick_bt1886_encode_octaves[0];
    const Vec power = shifted_right(writer, light, 23);
    const Vec low = writer.result(Inst::kIdVmovups, entries_of(writer, octaves));
    writer.to.emit(Inst::kIdVpermi2ps, power, low, entries_of(writer, octaves + 16));
    return power;
}

// Returns a number in [1, 2) with the mantissa of a positive number.
Vec mantissa_of(CodeWriter& writer, const Vec& bits) {
    const bool wide = writer.wide();
    const Vec fraction =
        writer.result(wide ? Inst::kIdVpandd : Inst::kIdVpand, bits, writer.word(0x7fffff));
    return writer.result(wide ? Inst::kIdVpord : Inst::kIdVpor, fraction, writer.word(0x3f800000));
}

}  // namespace

Number quick_bt1886_encode_of_share(CodeWriter& writer, const Number& share) {
    const auto& terms = avx2::quick_bt1886_encode_mantissa;
    const Vec light = (share + Number(0x1p-31f)).reg();
    const Vec power = writer.wide() ? octave_power_of_thirty_two(writer, light)
                                    : octave_power_of_eight(writer, light);
    const Vec mantissa = mantissa_of(writer, light);
    const Vec sum = Number(terms[std::size(terms) - 1]).reg();
    for (size_t i = std::size(terms) - 1; i-- > 0;)
        writer.to.emit(Inst::kIdVfmadd213ps, sum, mantissa, writer.number(terms[i]));
    return writer.result(Inst::kIdVmulps, power, sum);
}

}  // namespace tonelift::code
