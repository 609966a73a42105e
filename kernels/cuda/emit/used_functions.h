// SPDX-License-Identifier: BSD-2-Clause
//
// Removes functions from PTX that no kernel in it calls, so that the driver does not compile them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tonelift::cuda {

struct FunctionRange {
    std::string name;
    size_t begin = 0;
    size_t end = 0;
};

// Returns the name of a PTX function. `line` is the first line of the function as nvcc writes it:
// `.func (RESULT) NAME(`.
std::string function_name(const std::string& line);

std::string with_used_functions(const std::string& ptx,
                                const std::vector<FunctionRange>& functions);

}  // namespace tonelift::cuda
