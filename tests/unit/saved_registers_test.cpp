// SPDX-License-Identifier: BSD-2-Clause
// Tests that AVX and AVX-512 are used only if the operating system saves their registers (Intel
// SDM, volume 1, 14.3 and 15.2).
#include "kernels/saved_registers.h"

#include <gtest/gtest.h>

namespace tonelift::saved_registers_test {
namespace {

constexpr uint32_t xsave = 1u << 26, osxsave = 1u << 27, avx = 1u << 28;

SavedRegisters with(uint32_t features, uint64_t xcr0) {
    return saved_registers(features, [&] { return xcr0; });
}

TEST(SavedRegisters, FollowXcr0) {
    constexpr uint32_t all = xsave | osxsave | avx;
    EXPECT_EQ(with(all, 0b0000'0011), (SavedRegisters{false, false})) << "x87 and XMM";
    EXPECT_EQ(with(all, 0b0000'0101), (SavedRegisters{false, false})) << "YMM without XMM";
    EXPECT_EQ(with(all, 0b0000'0111), (SavedRegisters{true, false}));
    EXPECT_EQ(with(all, 0b0110'0111), (SavedRegisters{true, false})) << "without ZMM16 to 31";
    EXPECT_EQ(with(all, 0b1100'0111), (SavedRegisters{true, false})) << "without masks";
    EXPECT_EQ(with(all, 0b1110'0011), (SavedRegisters{false, false})) << "without YMM";
    EXPECT_EQ(with(all, 0b1110'0111), (SavedRegisters{true, true}));
    EXPECT_EQ(with(all, 0x602e7), (SavedRegisters{true, true})) << "PKRU and AMX, too";
}

// The instruction XGETBV reads XCR0. It is an illegal instruction if the CPUID bit OSXSAVE is 0.
TEST(SavedRegisters, Xcr0IsNotReadWithoutXsave) {
    const auto illegal = []() -> uint64_t {
        ADD_FAILURE() << "XGETBV was executed";
        return ~uint64_t{0};
    };
    for (const uint32_t features : {0u, avx, avx | xsave})
        EXPECT_EQ(saved_registers(features, illegal), (SavedRegisters{false, false}));
}

}  // namespace
}  // namespace tonelift::saved_registers_test
