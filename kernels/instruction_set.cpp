// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/instruction_set.h"

#include <hwy/highway.h>

#include <array>

#include "kernels/error.h"

namespace tonelift {
namespace {

struct Named {
    const char* name;
    int64_t target;
};

// In the order of the option cpu, behind auto.
constexpr std::array<Named, 3> named = {
    {{"sse4", HWY_SSE4}, {"avx2", HWY_AVX2}, {"avx512", HWY_AVX3}}};

int64_t available() { return HWY_TARGETS & hwy::SupportedTargets(); }

// The best target is the lowest bit.
int64_t best() { return available() & -available(); }

int64_t target_of(int option) {
    if (option == 0) return best();
    const Named& wanted = named.at(static_cast<size_t>(option - 1));
    if ((available() & wanted.target) != 0) return wanted.target;
    throw Error(Failure::unsupported, std::string("cpu=") + wanted.name +
                                          " is not to be had on this processor, whose best is " +
                                          InstructionSet().name());
}

size_t index_of(int64_t target) {
    hwy::ChosenTarget chosen;
    chosen.Update(target);
    return chosen.GetIndex();
}

}  // namespace

InstructionSet::InstructionSet() : target_(best()), index_(index_of(target_)) {}

InstructionSet::InstructionSet(int option)
    : target_(target_of(option)), index_(index_of(target_)) {}

std::string InstructionSet::name() const {
    for (const Named& each : named) {
        if (each.target == target_) return each.name;
    }
    return hwy::TargetName(target_);
}

}  // namespace tonelift
