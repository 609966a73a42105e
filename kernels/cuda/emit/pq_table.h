// SPDX-License-Identifier: BSD-2-Clause
//
// Emits PTX that encodes and decodes PQ (SMPTE ST 2084) by tables in shared memory.
#pragma once

#include <string>

#include "kernels/cuda/emit/ptx_math.h"
#include "kernels/device/pq_tables.h"

namespace tonelift::cuda {

std::string pq_tables_text(const PqTables& tables);
std::string pq_tables_shared(const PqTables& tables);
// Emits PTX with which all threads of a block together copy the tables to shared memory. `zero` is
// the name of a register that contains 0, or "". The driver's compiler must not recognize this 0 as
// a constant. If `zero` is "", the PTX does not use between_register.
void copy_pq_tables(PtxWriter& to, const PqTables& tables, const std::string& zero);

// As long as this object lives, pq_decode() and pq_encode() of ptx_math.h emit table look-ups
// instead of formulas.
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
// Emits the PQ encoding of linear light `x`, which can have any value. The value 1.0 stands for
// 203 cd/m2.
ptx::Number pq_encode_value(PtxWriter& to, const ptx::Number& x);

}  // namespace tonelift::cuda
