// SPDX-License-Identifier: BSD-2-Clause
// Estimates the memory and the computing work of a plan before any memory is allocated.
#pragma once

#include <string>

#include "kernels/error.h"
#include "kernels/pass.h"

namespace tonelift {

struct Part {
    double amount = 0;
    int origin = no_origin;
};

struct Cost {
    // Memory in bytes on the CPU: stored planes, tables, weights of gathers, and the working memory
    // of all threads.
    double memory = 0;
    double planes = 0;  // the part of `memory` that stored planes take
    // Work per pixel of the input frame. The unit is the work of one addition, as in the column
    // `cost` of operations.def.
    double work = 0;
    Part largest;
    Part heaviest;
};

Cost cost_of(const Plan& plan);

// Limits of a script per pixel of the frame: `memory` in bytes, and `work` in the unit of
// Cost::work.
struct Allowance {
    double memory = 0;
    double work = 0;
};

class Excess : public Error {
  public:
    Excess(int the_origin, const std::string& message, std::string the_hint)
        : Error(Failure::script, message), origin(the_origin), hint(std::move(the_hint)) {}
    const int origin;
    const std::string hint;
};

void check_cost(const Plan& plan, const Allowance& allowed);

// Returns a message such as "takes 265 MB of working memory for a frame of 1920x1080, and about 309
// operations per pixel".
std::string cost_text(const Plan& plan);

// Format an amount of memory and a number of operations for messages, such as "265 MB" and "309".
std::string memory_text(double bytes);
std::string work_text(double operations);

}  // namespace tonelift
