// SPDX-License-Identifier: BSD-2-Clause
//
// The functions of kernels/math for PTX. Evaluating an expression of Numbers emits the PTX that
// computes it.
#pragma once

#include <limits>
#include <string>

#include "kernels/cuda/emit/ptx_writer.h"
#include "kernels/math/bounds.h"
#include "kernels/math/plain.h"

namespace tonelift::ptx {

// As long as this object lives, expressions that this host thread evaluates emit their PTX to
// `writer`.
class WritingScope {
  public:
    explicit WritingScope(cuda::PtxWriter& writer);
    ~WritingScope();
    WritingScope(const WritingScope&) = delete;

  private:
    cuda::PtxWriter* before_;
};
cuda::PtxWriter& writer();

// A float of the kernel: either a register, or a constant that is known when the PTX is emitted.
class Number {
  public:
    Number() = default;
    explicit Number(float value) : value_(kept(value)), bounds_{value_, value_} {}
    explicit Number(std::string name, Bounds bounds = {})
        : name_(std::move(name)), bounds_(bounds) {}
    bool known() const { return name_.empty(); }
    float value() const { return value_; }
    const Bounds& bounds() const { return bounds_; }
    std::string text() const { return known() ? cuda::ptx_number(value_) : name_; }

    struct Maker {
        const char* op = nullptr;
        std::string operands;
    };
    Number made_by(const char* op, std::string operands) const {
        Number number = *this;
        number.maker_ = {op, std::move(operands)};
        return number;
    }
    const Maker& maker() const { return maker_; }

    struct Multiple {
        std::string of;
        float factor = 1;
    };
    Number multiple_of(std::string of, float factor) const {
        Number number = *this;
        number.multiple_ = {std::move(of), factor};
        return number;
    }
    const Multiple& multiple() const { return multiple_; }

    Number saying(std::string truth) const {
        Number number = *this;
        number.truth_ = std::move(truth);
        return number;
    }
    const std::string& truth() const { return truth_; }

  private:
    // Returns `value`, or 0 with the same sign if `value` is denormal. PTX instructions with the
    // suffix .ftz also do this.
    static float kept(float value) {
        const bool kept = !(math::abs(value) < std::numeric_limits<float>::min());
        return kept ? value : math::with_sign_of(0.0f, value);
    }

    std::string name_;
    float value_ = 0;
    Bounds bounds_{0, 0};
    Maker maker_;
    Multiple multiple_;
    std::string truth_;
};

class Mask {
  public:
    explicit Mask(bool value) : value_(value) {}
    explicit Mask(std::string name) : name_(std::move(name)) {}
    bool known() const { return name_.empty(); }
    bool value() const { return value_; }
    const std::string& text() const { return name_; }

  private:
    std::string name_;
    bool value_ = false;
};

// Defines the functions of the included headers for Number. Their divisions have an error of at
// most 2 units in the last place, for divisors up to 2^126.
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
#include "kernels/math/generated.h"
// clang-format on
#undef TONELIFT_MATH

Number cube_root(const Number& x);
Number bt1886_encode(const Number& x);

}  // namespace tonelift::ptx
