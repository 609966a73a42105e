// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <fuzzer/FuzzedDataProvider.h>

#include <cstring>

namespace tonelift {

template <typename Metadata>
void spoil(FuzzedDataProvider& data, Metadata& metadata) {
    auto* bytes = reinterpret_cast<char*>(&metadata);
    for (int i = data.ConsumeIntegralInRange<int>(0, 24); i > 0; --i) {
        const auto at = data.ConsumeIntegralInRange<size_t>(2, sizeof metadata / 4 - 2);
        const int small = data.ConsumeIntegralInRange<int>(-1, 9);
        const auto number = data.ConsumeFloatingPoint<double>();
        if (data.ConsumeBool())
            std::memcpy(bytes + 4 * at, &small, sizeof small);
        else
            std::memcpy(bytes + 4 * (at & ~size_t{1}), &number, sizeof number);
    }
}

}  // namespace tonelift
