// SPDX-License-Identifier: BSD-2-Clause
//
// Emits PQ (SMPTE ST 2084) encoding and decoding by tables in shared memory.
#pragma once

#include <string>

#include "kernels/cuda/emit/ptx_math.h"
#include "kernels/device/pq_tables.h"

namespace tonelift::cuda {

std::string pq_tables_text(const PqTables& tables);
std::string pq_tables_shared(const PqTables& tables);
// Emits code by which all threads of a block copy the tables to shared memory.
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

ptx::Number pq_decode_value(PtxWriter& to, const ptx::Number& x);
// `x` may be any number; 1.0 is 203 cd/m2.
ptx::Number pq_encode_value(PtxWriter& to, const ptx::Number& x);

}  // namespace tonelift::cuda
