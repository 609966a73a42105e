// SPDX-License-Identifier: BSD-2-Clause
// Limits for scripts, so that no script can crash or hang its host, however broken or large it is.
// Real scripts stay far below these limits.
#pragma once

#include <cstddef>

namespace tonelift::limits {

constexpr size_t source_bytes = 64 * 1024;
constexpr size_t name_length = 64;
constexpr size_t diagnostics = 20;  // errors reported per script

// Maximum depth of nested parentheses or blocks.
constexpr int nesting = 100;
// Maximum depth of an expression tree, such as a sum of 200 terms.
constexpr int depth = 200;
// Maximum nesting of expressions during evaluation, including the expressions in called functions.
constexpr int call_nesting = 600;
constexpr int arguments = 128;  // per function call
constexpr int params = 64;

// Maximum number of evaluated expressions and statements. Code in a loop or a function counts again
// each time it is evaluated.
constexpr int evaluations = 200000;
constexpr int iterations = 1024;  // in all loops of a script together
constexpr size_t nodes = 8192;    // in the graph of a script
constexpr int passes = 256;       // stencils, scans, resamples and reductions in the graph

}  // namespace tonelift::limits
