// SPDX-License-Identifier: BSD-2-Clause
// Declares the patterns of docs/development/gpu_patterns.md. Each pattern computes one result in
// several ways.
#pragma once

#include "tests/bench/patterns/lab.h"

namespace tonelift::patterns {

void convolution(Lab& lab);
void scan(Lab& lab);
void sums(Lab& lab);
void bilateral(Lab& lab);
void deband(Lab& lab);
void bc1(Lab& lab);

struct Pattern {
    const char* name;
    void (*run)(Lab& lab);
};
inline constexpr Pattern all_patterns[] = {
    {"convolution", convolution}, {"scan", scan},     {"sums", sums},
    {"bilateral", bilateral},     {"deband", deband}, {"bc1", bc1}};

}  // namespace tonelift::patterns
