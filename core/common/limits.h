// SPDX-License-Identifier: BSD-2-Clause
// No script, however broken or large, may crash or hang its host. Real scripts stay far below these
// limits.
#pragma once

#include <cstddef>

namespace tonelift::limits {

constexpr size_t source_bytes = 64 * 1024;
constexpr size_t name_length = 64;
constexpr size_t diagnostics = 20;  // reported per script

// Maximum depth of nested parentheses or blocks.
constexpr int nesting = 100;
// Maximum depth of an expression tree, such as a sum of 200 terms.
constexpr int depth = 200;
// Maximum depth of evaluation, including called functions.
constexpr int call_nesting = 600;
constexpr int arguments = 128;  // per call
constexpr int params = 64;

// Maximum number of evaluated expressions and statements, with every repetition.
constexpr int evaluations = 200000;
constexpr int iterations = 1024;  // per script, all loops together
constexpr size_t nodes = 8192;    // of the graph of a script
constexpr int passes = 256;       // stencils, scans, resamples and reductions in the graph

}  // namespace tonelift::limits
