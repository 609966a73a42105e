// SPDX-License-Identifier: BSD-2-Clause
//
// PQ on the device by tables in shared memory: for each interval a line, stored as its value at 0
// and its slope. The exact functions take three or four of the slow special-function instructions
// and a dozen or two of others; these take one load of shared memory and four to six.
//
// pq_decode: intervals of a 1024th. The error is 1/8 (h / E)^2 n (n - 1) of the light, where n is
// the slope of log(light) over log(E), 5 to 8: 2e-5 at half the range, 3e-3 at 0.07 cd/m2, which is
// a fiftieth of a code of 10 bits.
//
// pq_encode: intervals of a 32nd of an octave, numbered by the first bits of a float. The error is
// 1/16 (1/32)^2 of the increase of the code when light grows by e: 7e-6, a 140th of a code of 10
// bits. Light below 2^-24, 0.00001 cd/m2, lies on a line to 0, within 1.1e-4. Operations that take
// differences of codes do not use it.
#pragma once

#include <string>

#include "kernels/cuda/emit/ptx_math.h"
#include "kernels/device/pq_tables.h"

namespace tonelift::cuda {

// Declarations: variables of a module, and of a kernel in shared memory.
std::string pq_tables_text(const PqTables& tables);
std::string pq_tables_shared(const PqTables& tables);
// Copies the tables to shared memory, by all threads of a block.
void copy_pq_tables(PtxWriter& to, const PqTables& tables);

// Makes pq_decode and pq_encode of ptx_math.h look up the tables, while it lives.
class PqTableScope {
  public:
    explicit PqTableScope(const PqTables& tables);
    ~PqTableScope();
    PqTableScope(const PqTableScope&) = delete;

    static const PqTables& there();

  private:
    PqTables before_;
};

// PQ decoding of x, clamped to [0, 1].
ptx::Number pq_decode_value(PtxWriter& to, const ptx::Number& x);
// PQ encoding of any x, 1.0 = 203 cd/m2.
ptx::Number pq_encode_value(PtxWriter& to, const ptx::Number& x);

}  // namespace tonelift::cuda
