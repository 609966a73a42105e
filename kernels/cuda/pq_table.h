// SPDX-License-Identifier: BSD-2-Clause
//
// pq_decode on the device: a table in shared memory, linear between its entries. The exact function
// takes four of the slow special operations and a dozen others; this takes one load of shared
// memory and five. The error is 1/8 (h / E)^2 n (n - 1) of the light, where n is the slope of
// log(light) over log(E), 5 to 8: 2e-5 at half the range, 3e-3 at 0.07 cd/m2, which is a fiftieth
// of a code of 10 bits.
#pragma once

#include <string>

#include "kernels/cuda/ptx_math.h"
#include "kernels/pass.h"

namespace tonelift::cuda {

constexpr int pq_table_entries = 1025;
constexpr const char* pq_table_global = "tonelift_pq";
constexpr const char* pq_table_shared = "tonelift_pq_pairs";

inline bool uses_pq_table(Op op) {
    return op == Op::pq_decode || op == Op::relight || op == Op::from_ictcp || op == Op::hue_rotate;
}

// The table as a variable of a module.
std::string pq_table_text();

// While it lives, pq_decode of ptx_math.h is looked up in the table.
class PqTableScope {
  public:
    explicit PqTableScope(bool there);
    ~PqTableScope();
    PqTableScope(const PqTableScope&) = delete;

    static bool there();

  private:
    bool before_;
};

// For x in [0, 1], and for its ends beyond them.
ptx::Number pq_table_value(PtxWriter& to, const ptx::Number& x);

}  // namespace tonelift::cuda
