// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/instruction_set.h"

#include <hwy/highway.h>

#include <array>

#if HWY_ARCH_X86
#include <cpuid.h>
#endif

#include "kernels/error.h"
#include "kernels/saved_registers.h"

namespace tonelift {
namespace {

struct Named {
    const char* name;
    int64_t target;
};

constexpr std::array<Named, 3> named = {
    {{"sse4", HWY_SSE4}, {"avx2", HWY_AVX2}, {"avx512", HWY_AVX3}}};

#if HWY_ARCH_X86
uint64_t xcr0() {
    uint32_t low = 0, high = 0;
    asm volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return uint64_t{high} << 32 | low;
}

constexpr int64_t from(int64_t target) { return target | (target - 1); }

// Returns the targets whose registers the operating system saves. Without XSAVE, it does not save
// AVX registers, and Highway does not check this.
int64_t usable_targets() {
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
    __get_cpuid(1, &eax, &ebx, &ecx, &edx);
    const SavedRegisters saved = saved_registers(ecx, xcr0);
    return ~(saved.avx ? 0 : from(HWY_AVX2)) & ~(saved.avx512 ? 0 : from(HWY_AVX3));
}
#else
int64_t usable_targets() { return ~int64_t{0}; }
#endif

// Targets that are available although Highway does not report them. Highway 1.0 reports NEON only
// on processors with AES instructions, and the Raspberry Pi 4 has NEON without AES.
constexpr int64_t always_there = HWY_ARCH_ARM_A64 ? HWY_STATIC_TARGET : 0;

int64_t best() { return available_targets() & -available_targets(); }

int64_t target_of(int option) {
    if (option == 0) return best();
    const Named& wanted = named.at(static_cast<size_t>(option - 1));
    if ((available_targets() & wanted.target) != 0) return wanted.target;
    const std::string best = InstructionSet().name();
    throw Error(Failure::unsupported, std::string("cpu=") + wanted.name +
                                          " is not supported by this processor and system; the "
                                          "best that is supported is " +
                                          best + "; set cpu=auto");
}

size_t index_of(int64_t target) {
    hwy::ChosenTarget chosen;
    chosen.Update(target);
    return chosen.GetIndex();
}

bool has_avx512_fp16() {
#if HWY_ARCH_X86
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
    return __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) != 0 && (edx & 1u << 23) != 0;
#else
    return false;
#endif
}

}  // namespace

int64_t available_targets() {
    static const int64_t usable = usable_targets();
    return HWY_TARGETS & ((hwy::SupportedTargets() & usable) | always_there);
}

InstructionSet::InstructionSet() : target_(best()), index_(index_of(target_)) {}

InstructionSet::InstructionSet(int option)
    : target_(target_of(option)), index_(index_of(target_)) {}

std::string InstructionSet::name() const {
    for (const Named& each : named) {
        if (each.target == target_) return each.name;
    }
    return hwy::TargetName(target_);
}

InstructionSet InstructionSet::without_machine_code() const {
    InstructionSet set = *this;
    set.machine_code_ = false;
    return set;
}

int InstructionSet::machine_code_lanes() const {
    if (!machine_code_) return 0;
    return target_ == HWY_AVX3 ? 16 : target_ == HWY_AVX2 ? 8 : 0;
}

bool InstructionSet::has_quick_gathers() const {
    static const bool quick = has_avx512_fp16();
    return quick && target_ <= HWY_AVX3;
}

}  // namespace tonelift
