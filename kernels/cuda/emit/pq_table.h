// SPDX-License-Identifier: BSD-2-Clause
//
// Emits PQ encoding and decoding by tables in shared memory. A table has a line for each interval,
// stored as its value at 0 and its slope (kernels/device/pq_lines.h). A lookup needs one load from
// shared memory and four to six instructions. The exact functions need three or four slow
// special-function instructions and one or two dozen other instructions.
#pragma once

#include <string>

#include "kernels/cuda/emit/ptx_math.h"
#include "kernels/device/pq_tables.h"

namespace tonelift::cuda {

// Return declarations. pq_tables_text() declares variables of the module. pq_tables_shared()
// declares a kernel's variables in shared memory.
std::string pq_tables_text(const PqTables& tables);
std::string pq_tables_shared(const PqTables& tables);
// Copies the tables to shared memory, with all threads of a block. `zero` is a register that
// contains 0, whose value the driver's compiler does not know. The address of the tables then stays
// in a register. With "", each lookup computes the address.
void copy_pq_tables(PtxWriter& to, const PqTables& tables, const std::string& zero);

// Makes pq_decode and pq_encode of ptx_math.h use the tables, as long as this object lives.
class PqTableScope {
  public:
    explicit PqTableScope(const PqTables& tables);
    ~PqTableScope();
    PqTableScope(const PqTableScope&) = delete;

    static const PqTables& there();

  private:
    PqTables before_;
};

// Emits PQ decoding of x, which is clamped to [0, 1].
ptx::Number pq_decode_value(PtxWriter& to, const ptx::Number& x);
// Emits PQ encoding of any x; 1.0 = 203 cd/m2.
ptx::Number pq_encode_value(PtxWriter& to, const ptx::Number& x);

}  // namespace tonelift::cuda
