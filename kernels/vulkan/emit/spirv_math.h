// SPDX-License-Identifier: BSD-2-Clause
//
// The functions of kernels/math for SPIR-V. Evaluating an expression of Numbers emits the SPIR-V
// that computes it.
#pragma once

#include "kernels/math/bounds.h"
#include "kernels/math/plain.h"
#include "kernels/vulkan/emit/spirv_writer.h"

namespace tonelift::spirv {

// As long as this object lives, expressions that this host thread evaluates emit their SPIR-V to
// `writer`.
class WritingScope {
  public:
    explicit WritingScope(SpirvWriter& writer);
    ~WritingScope();
    WritingScope(const WritingScope&) = delete;

  private:
    SpirvWriter* before_;
};
SpirvWriter& writer();

// A vector of floats, with one lane per pixel: either the result of an instruction, or a constant
// that is known when the SPIR-V is emitted.
class Number {
  public:
    Number() = default;
    explicit Number(float value) : value_(value), bounds_{value, value} {}
    static Number result(uint32_t id, const Bounds& bounds = {}) {
        Number number;
        number.id_ = id;
        number.bounds_ = bounds;
        return number;
    }
    const Bounds& bounds() const { return bounds_; }
    bool known() const { return id_ == 0; }
    float value() const { return value_; }
    uint32_t id() const { return known() ? writer().number(value_) : id_; }

  private:
    uint32_t id_ = 0;
    float value_ = 0;
    Bounds bounds_{0, 0};
};

class Mask {
  public:
    explicit Mask(bool value) : value_(value) {}
    static Mask result(uint32_t id) {
        Mask mask(false);
        mask.id_ = id;
        return mask;
    }
    bool known() const { return id_ == 0; }
    bool value() const { return value_; }
    uint32_t id() const { return id_; }

  private:
    uint32_t id_ = 0;
    bool value_ = false;
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
#include "kernels/math/generated.h"
// clang-format on
#undef TONELIFT_MATH

Number bt1886_encode(const Number& x);

Triple<Number> gamut_map(const Number& r, const Number& g, const Number& b, const Number& peak,
                         const Number& softness);

}  // namespace tonelift::spirv
