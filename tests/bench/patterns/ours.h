// SPDX-License-Identifier: BSD-2-Clause
//
// Compares the engine with a pattern. The picture of the pattern is stored in both formats of the
// engine, and the engine's pass is one more variant.
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

// The output buffers of the kernels in this folder. copies() are the plain copies that all variants
// are compared with.
struct Target {
    explicit Target(const Lab& lab);
    std::vector<Variant> copies(const Source& source) const;

    Planes float32;
    Planes unorm16;
};

// Adds the engine's pass for this core, once per storage format. Input i of the core is
// sources[inputs[i]].
void add_ours(const Lab& lab, const Core& core, const std::vector<Source>& sources,
              const std::vector<int>& inputs, const Samples& expected, double tolerance,
              std::vector<Variant>& variants);

}  // namespace tonelift::patterns
