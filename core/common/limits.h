// SPDX-License-Identifier: BSD-2-Clause
//
// Limits that keep every script, however broken or huge, from crashing or hanging its host. Real
// scripts stay far below each of them.
#pragma once

#include <cstddef>

namespace tonelift::limits {

constexpr size_t source_bytes = 64 * 1024;
constexpr size_t name_length = 64;
constexpr size_t diagnostics = 20;  // reported for one script

// Nested parentheses or blocks.
constexpr int nesting = 100;
// Depth of an expression's tree: 200 terms in a row have it.
constexpr int depth = 200;
// Depth of evaluation, through the functions that are called.
constexpr int call_nesting = 600;
constexpr int arguments = 128;  // of one call
constexpr int params = 64;      // `param` lines

// Expressions and statements evaluated, with functions inlined and loops unrolled.
constexpr int evaluations = 200000;
constexpr int iterations = 1024;  // of all loops together
constexpr size_t nodes = 8192;    // of the graph
constexpr int passes = 256;       // stencils, scans, resamples and reductions of the graph

}  // namespace tonelift::limits
