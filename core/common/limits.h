// SPDX-License-Identifier: BSD-2-Clause
//
// Limits that prevent any script, however broken or large, from crashing or hanging its host. Real
// scripts stay far below them.
#pragma once

#include <cstddef>

namespace tonelift::limits {

constexpr size_t source_bytes = 64 * 1024;
constexpr size_t name_length = 64;
constexpr size_t diagnostics = 20;  // reported per script

// Depth of nested parentheses or blocks.
constexpr int nesting = 100;
// Depth of an expression tree. A sum of 200 terms has this depth.
constexpr int depth = 200;
// Depth of nested evaluation, including called functions.
constexpr int call_nesting = 600;
constexpr int arguments = 128;  // per call
constexpr int params = 64;      // `param` lines

// Number of expressions and statements that are evaluated. The body of a function or a loop counts
// each time it is evaluated.
constexpr int evaluations = 200000;
constexpr int iterations = 1024;  // all loops together
constexpr size_t nodes = 8192;    // nodes of the graph
constexpr int passes = 256;       // stencils, scans, resamples and reductions in the graph

}  // namespace tonelift::limits
