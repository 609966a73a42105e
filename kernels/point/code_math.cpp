// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/point/code_math.h"

#include <algorithm>
#include <bit>

namespace tonelift::code {
namespace {

using asmjit::Operand;
namespace Inst = asmjit::x86::Inst;
using asmjit::x86::Mem;
using asmjit::x86::Vec;

thread_local CodeWriter* current = nullptr;

Vec loaded(const Mem& memory) {
    const bool one = memory.hasBroadcast();
    return current->result(one ? Inst::kIdVbroadcastss : Inst::kIdVmovups,
                           one ? memory.cloneBroadcasted(Mem::Broadcast::kNone) : memory);
}

Number binary(Inst::Id id, const Number& a, const Number& b) {
    return current->result(id, a.reg(), b.operand());
}

Number commutative(Inst::Id id, const Number& a, const Number& b) {
    return a.in_register() ? binary(id, a, b) : binary(id, b, a);
}

enum class Compare : uint8_t { equal = 0x00, not_equal = 0x04, less = 0x11, less_equal = 0x12 };

Mask compare(Compare how, const Number& a, const Number& b) {
    const asmjit::Imm predicate(static_cast<int>(how));
    if (!current->wide())
        return {current->result(Inst::kIdVcmpps, a.reg(), b.operand(), predicate)};
    const asmjit::x86::KReg mask = current->to.newKw();
    current->to.emit(Inst::kIdVcmpps, mask, a.reg(), b.operand(), predicate);
    return {mask};
}

Number rounded(const Number& a, int mode) {
    const auto id = current->wide() ? Inst::kIdVrndscaleps : Inst::kIdVroundps;
    return current->result(id, a.operand(), asmjit::Imm(mode));
}

Vec with_bits(Inst::Id id, const Number& a, uint32_t bits) {
    return current->result(id, a.reg(), current->word(bits));
}

Inst::Id and_words() { return current->wide() ? Inst::kIdVpandd : Inst::kIdVpand; }
Inst::Id or_words() { return current->wide() ? Inst::kIdVpord : Inst::kIdVpor; }

Vec shifted(Inst::Id id, const Vec& a, int bits) {
    return current->result(id, a, asmjit::Imm(bits));
}

Number into_copy(Inst::Id id, const Number& to, const Number& a, const Number& b) {
    const Vec out = to.in_register() ? current->result(Inst::kIdVmovaps, to.reg()) : to.reg();
    current->to.emit(id, out, a.reg(), b.operand());
    return out;
}

}  // namespace

WritingScope::WritingScope(CodeWriter& writer) : before_(current) { current = &writer; }
WritingScope::~WritingScope() { current = before_; }

Vec CodeWriter::vector() { return wide() ? Vec(to.newZmmPs()) : Vec(to.newYmmPs()); }

Mem CodeWriter::word(uint32_t bits) {
    using asmjit::ConstPoolScope;
    if (wide()) return to.newUInt32Const(ConstPoolScope::kGlobal, bits)._1to16();
    uint32_t lanes_of_it[8];
    std::fill(std::begin(lanes_of_it), std::end(lanes_of_it), bits);
    return to.newConst(ConstPoolScope::kGlobal, lanes_of_it, sizeof(lanes_of_it));
}

Mem CodeWriter::number(float value) { return word(std::bit_cast<uint32_t>(value)); }

void jump_if_zero(CodeWriter& writer, const Vec& vector, const asmjit::Label& label) {
    if (writer.wide()) {
        const asmjit::x86::KReg mask = writer.to.newKw();
        writer.to.emit(Inst::kIdVptestmd, mask, vector, vector);
        writer.to.kortestw(mask, mask);
    } else {
        writer.to.emit(Inst::kIdVptest, vector, vector);
    }
    writer.to.jz(label);
}

void jump_if_negative(CodeWriter& writer, const Vec& vector, const asmjit::Label& label) {
    if (writer.wide()) {
        const asmjit::x86::KReg mask = writer.to.newKw();
        writer.to.emit(Inst::kIdVpmovd2m, mask, vector);
        writer.to.kortestw(mask, mask);
        writer.to.jc(label);
    } else {
        const asmjit::x86::Gp signs = writer.to.newInt32();
        writer.to.emit(Inst::kIdVmovmskps, signs, vector);
        writer.to.cmp(signs, 0xff);
        writer.to.jz(label);
    }
}

Operand Number::operand() const {
    if (known()) return current->number(value_);
    return place_;
}

Vec Number::reg() const {
    if (in_register()) return place_.as<Vec>();
    if (known() && std::bit_cast<uint32_t>(value_) == 0) {
        const Vec zero = current->vector();
        current->to.emit(Inst::kIdVxorps, zero, zero, zero);
        return zero;
    }
    return loaded(operand().as<Mem>());
}

Number Number::with_least(float least) const {
    Number result = *this;
    result.least_ = least;
    return result;
}

Number operator+(const Number& a, const Number& b) {
    if (a.known() && b.known()) return Number(a.value() + b.value());
    return commutative(Inst::kIdVaddps, a, b);
}

Number operator-(const Number& a, const Number& b) {
    if (a.known() && b.known()) return Number(a.value() - b.value());
    return binary(Inst::kIdVsubps, a, b);
}

Number operator*(const Number& a, const Number& b) {
    if (a.known() && b.known()) return Number(a.value() * b.value());
    const Number product = commutative(Inst::kIdVmulps, a, b);
    const bool positive = a.least() > 0 && b.least() > 0;
    return positive ? product.with_least(a.least() * b.least()) : product;
}

Number operator/(const Number& a, const Number& b) {
    if (a.known() && b.known()) return Number(a.value() / b.value());
    return binary(Inst::kIdVdivps, a, b);
}

Mask operator<(const Number& a, const Number& b) { return compare(Compare::less, a, b); }
Mask operator<=(const Number& a, const Number& b) { return compare(Compare::less_equal, a, b); }
Mask operator==(const Number& a, const Number& b) { return compare(Compare::equal, a, b); }

// If either operand is NaN, min and max return the second operand.
Number min(const Number& a, const Number& b) { return binary(Inst::kIdVminps, a, b); }
Number max(const Number& a, const Number& b) {
    return binary(Inst::kIdVmaxps, a, b).with_least(b.least());
}
Number abs(const Number& a) { return with_bits(and_words(), a, 0x7fffffffu); }
Number round(const Number& a) { return rounded(a, 0); }
Number floor(const Number& a) { return rounded(a, 1); }
Number ceil(const Number& a) { return rounded(a, 2); }
Number trunc(const Number& a) { return rounded(a, 3); }
Number square_root(const Number& a) { return current->result(Inst::kIdVsqrtps, a.operand()); }

Number multiply_add(const Number& a, const Number& b, const Number& c) {
    if (a.in_register() && !b.in_register()) return into_copy(Inst::kIdVfmadd213ps, b, a, c);
    if (b.in_register() && !a.in_register()) return into_copy(Inst::kIdVfmadd213ps, a, b, c);
    return into_copy(Inst::kIdVfmadd231ps, c, a, b);
}

Number divide(const Number& a, const Number& b) {
    if (b.least() > 0) return a / b;
    const Mask valid = compare(Compare::not_equal, b.reg(), Number(0.0f));
    if (!current->wide()) return current->result(Inst::kIdVandps, (a / b).reg(), valid.mask);
    const Vec out = current->vector(), dividend = a.reg();
    current->to.k(valid.mask.as<asmjit::x86::KReg>())
        .z()
        .emit(Inst::kIdVdivps, out, dividend, b.operand());
    return out;
}

Number mix(const Number& a, const Number& b, const Number& t) {
    if (b.known() && b.value() == 0) return into_copy(Inst::kIdVfnmadd231ps, a, a.reg(), t);
    return mix<Number>(a, b, t);
}

Number where(const Mask& condition, const Number& a, const Number& b) {
    if (!current->wide())
        return current->result(Inst::kIdVblendvps, b.reg(), a.operand(), condition.mask);
    // One vblendmps would replace both instructions, but asmjit assumes that a masked instruction
    // reads its destination.
    const Vec out = current->result(Inst::kIdVmovaps, b.reg()), chosen = a.reg();
    current->to.k(condition.mask.as<asmjit::x86::KReg>()).emit(Inst::kIdVmovaps, out, chosen);
    return out;
}

Mask both(const Mask& a, const Mask& b) {
    if (!current->wide()) return {current->result(Inst::kIdVandps, a.mask, b.mask)};
    const asmjit::x86::KReg mask = current->to.newKw();
    current->to.emit(Inst::kIdKandw, mask, a.mask, b.mask);
    return {mask};
}

Number with_sign_of(const Number& magnitude, const Number& sign) {
    const Vec rest = with_bits(and_words(), magnitude, 0x7fffffffu);
    return current->result(or_words(), rest, with_bits(and_words(), sign, 0x80000000u));
}

void split_exponent(const Number& x, Number* mantissa, Number* exponent) {
    const Vec bits = x.reg();
    const Vec above = current->result(Inst::kIdVpsubd, bits, current->word(0x3f3504f3u));
    const Vec e = shifted(Inst::kIdVpsrad, above, 23);
    *mantissa = current->result(Inst::kIdVpsubd, bits, shifted(Inst::kIdVpslld, e, 23));
    *exponent = current->result(Inst::kIdVcvtdq2ps, e);
}

Number times_exp2(const Number& x, const Number& n) {
    const Vec whole = current->result(Inst::kIdVcvttps2dq, n.operand());
    return current->result(Inst::kIdVpaddd, x.reg(), shifted(Inst::kIdVpslld, whole, 23));
}

}  // namespace tonelift::code
