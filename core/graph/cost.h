// SPDX-License-Identifier: BSD-2-Clause
//
// The cost of a plan, estimated before anything is allocated: memory per frame, and work per pixel.
#pragma once

#include <string>

#include "kernels/error.h"
#include "kernels/pass.h"

namespace tonelift {

// The part of the plan that takes the most memory or work.
struct Part {
    double amount = 0;
    int origin = no_origin;  // script position of the pass
};

struct Cost {
    // Memory per frame of a batch, in bytes: planes between passes, tables and weights, and on the
    // CPU the working memory of passes and point programs. All threads that these can keep busy are
    // counted.
    double memory = 0;
    // Work per pixel of the frame; an addition is 1 (the column `cost` of operations.def).
    double work = 0;
    Part largest;   // largest plane in memory
    Part heaviest;  // pass with the most work
};

Cost cost_of(const Plan& plan);

// Limits of a script, per pixel of the frame. A frame smaller than 256x256 counts as 256x256.
struct Allowance {
    double memory = 0;  // bytes
    double work = 0;    // operations
};

// The error for a script that exceeds its limits.
class Excess : public Error {
  public:
    Excess(int the_origin, const std::string& message, std::string the_hint)
        : Error(Failure::script, message), origin(the_origin), hint(std::move(the_hint)) {}
    const int origin;  // script position of the node or pass that causes the excess
    const std::string hint;
};

// Throws Excess if the cost exceeds the limits.
void check_cost(const Plan& plan, const Allowance& allowed);

// Describes the cost: "takes 265 MB of working memory for a frame of 1920x1080, and about 309
// operations per pixel".
std::string cost_text(const Plan& plan);

// Formats memory or work for messages and `tonelift explain`: "265 MB", "1.2e+06".
std::string memory_text(double bytes);
std::string work_text(double operations);

}  // namespace tonelift
