// SPDX-License-Identifier: BSD-2-Clause
//
// The tuning numbers that kernels/tuning.def declares.
#pragma once

#include <span>
#include <string_view>

namespace tonelift {

struct Tuning {
#define TONELIFT_TUNING(machine, name, shipped, values, sums, delay, help) int name = shipped;
#include "kernels/tuning.def"

    bool operator==(const Tuning&) const = default;
};

struct TuningNumber {
    std::string_view machine;
    std::string_view name;
    int Tuning::*place;
    std::span<const int> values;
    bool moves_sums;
    bool delays;
    std::string_view help;

    int shipped() const { return Tuning().*place; }
};

std::span<const TuningNumber> tuning_numbers();

// Returns a copy of `tuning` that does not change the order of floating-point additions. In the
// copy, every tuning number that would change this order has its default value.
Tuning keeping_sums(Tuning tuning);

}  // namespace tonelift
