// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/tuning.h"

namespace tonelift {
namespace {

#define TONELIFT_LIST(...) __VA_ARGS__
#define TONELIFT_TUNING(machine, name, shipped, values, sums, delay, help) \
    constexpr int name##_values[] = {TONELIFT_LIST values};
#include "kernels/tuning.def"

constexpr TuningNumber numbers[] = {
#define TONELIFT_TUNING(machine, name, shipped, values, sums, delay, help) \
    {#machine, #name, &Tuning::name, name##_values, sums != 0, delay != 0, help},
#include "kernels/tuning.def"
};

}  // namespace

std::span<const TuningNumber> tuning_numbers() { return numbers; }

Tuning keeping_sums(Tuning tuning) {
    for (const TuningNumber& number : numbers) {
        if (number.moves_sums) tuning.*number.place = number.shipped();
    }
    return tuning;
}

}  // namespace tonelift
