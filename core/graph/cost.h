// SPDX-License-Identifier: BSD-2-Clause
// Estimates the memory and the work of a plan before anything is allocated.
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
    // Bytes per frame on the CPU, including the working memory of all threads.
    double memory = 0;
    // Work per pixel of the frame, in additions (column `cost` of operations.def).
    double work = 0;
    Part largest;
    Part heaviest;
};

Cost cost_of(const Plan& plan);

// Limits of a script, in bytes and operations per pixel.
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

// Returns a text such as "takes 265 MB of working memory for a frame of 1920x1080, and about 309
// operations per pixel".
std::string cost_text(const Plan& plan);

// Return texts for messages, such as "265 MB" and "1.2e+06".
std::string memory_text(double bytes);
std::string work_text(double operations);

}  // namespace tonelift
