// SPDX-License-Identifier: BSD-2-Clause
// Measures Tonelift's own kernels as an additional variant.
#pragma once

#include "kernels/pass.h"
#include "tests/bench/patterns/lab.h"

namespace tonelift::patterns {

struct Source {
    Source(const Lab& lab, unsigned seed);

    Values values;
    Planes float32;
    Planes unorm16;
};

struct Target {
    explicit Target(const Lab& lab);
    std::vector<Variant> copies(const Source& source) const;

    Planes float32;
    Planes unorm16;
};

void add_ours(const Lab& lab, const Core& core, const std::vector<Source>& sources,
              const std::vector<int>& inputs, const Samples& expected, double tolerance,
              std::vector<Variant>& variants);

}  // namespace tonelift::patterns
