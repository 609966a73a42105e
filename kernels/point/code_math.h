// SPDX-License-Identifier: BSD-2-Clause
//
// Math functions that emit x86 machine code. This code has the same results as the functions of
// kernels/math/simd.h.
#pragma once

#include <asmjit/x86.h>

#include <array>
#include <limits>

#include "kernels/math/plain.h"

namespace tonelift::code {

class CodeWriter {
  public:
    CodeWriter(asmjit::x86::Compiler& compiler, int lanes) : to(compiler), lanes_(lanes) {}

    asmjit::x86::Compiler& to;
    bool wide() const { return lanes_ == 16; }
    int lanes() const { return lanes_; }

    asmjit::x86::Vec vector();
    asmjit::x86::Mem number(float value);
    asmjit::x86::Mem word(uint32_t bits);
    template <typename T>
    asmjit::x86::Mem numbers(const std::array<T, 16>& of_lanes) {
        return to.newConst(asmjit::ConstPoolScope::kGlobal, of_lanes.data(),
                           sizeof(T) * static_cast<size_t>(lanes_));
    }

    template <typename... Operands>
    asmjit::x86::Vec result(asmjit::x86::Inst::Id id, const Operands&... in) {
        const asmjit::x86::Vec out = vector();
        to.emit(id, out, in...);
        return out;
    }

  private:
    int lanes_;
};

// Jumps if all lanes of a vector are 0. Negative zeros do not count as 0.
void jump_if_zero(CodeWriter& writer, const asmjit::x86::Vec& vector, const asmjit::Label& label);

// Jumps if the signs of all lanes of a vector are negative.
void jump_if_negative(CodeWriter& writer, const asmjit::x86::Vec& vector,
                      const asmjit::Label& label);

class WritingScope {
  public:
    explicit WritingScope(CodeWriter& writer);
    ~WritingScope();
    WritingScope(const WritingScope&) = delete;

  private:
    CodeWriter* before_;
};

class Number {
  public:
    Number() = default;
    explicit Number(float value) : value_(value) {}
    Number(const asmjit::x86::Vec& place) : place_(place) {}  // NOLINT: implicit on purpose
    Number(const asmjit::x86::Mem& place) : place_(place) {}  // NOLINT
    bool known() const { return place_.isNone(); }
    float value() const { return value_; }
    bool in_register() const { return place_.isReg(); }
    asmjit::Operand operand() const;
    asmjit::x86::Vec reg() const;
    // Returns a lower bound of all lanes, or -infinity if none is known. A lane with a lower bound
    // is not NaN.
    float least() const { return known() ? value_ : least_; }
    Number with_least(float least) const;

  private:
    asmjit::Operand place_;
    float value_ = 0;
    float least_ = -std::numeric_limits<float>::infinity();
};

struct Mask {
    asmjit::Operand mask;
};

#define TONELIFT_MATH     \
    template <typename T> \
    inline
// clang-format off
#include "kernels/math/number_functions.h"
#include "kernels/math/scalar.h"
#include "kernels/math/transfer.h"
#include "kernels/math/color.h"
#include "kernels/math/look.h"
#include "kernels/math/gamut.h"
// clang-format on
#undef TONELIFT_MATH

// These functions write shorter code than the templates of scalar.h, with the same results.
Number divide(const Number& a, const Number& b);
Number mix(const Number& a, const Number& b, const Number& t);

// Encodes light in [0,1] like the function of kernels/math/segments.h, with the same results.
Number quick_bt1886_encode_of_share(CodeWriter& writer, const Number& share);

}  // namespace tonelift::code
