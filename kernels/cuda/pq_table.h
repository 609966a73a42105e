// SPDX-License-Identifier: BSD-2-Clause
//
// PQ on the device: tables in shared memory, of a line for each interval, as what it is at 0 and
// its slope. The exact functions take three or four of the slow special operations and a dozen or
// two of others; these take one load of shared memory and four to six.
//
// pq_decode: intervals of a 1024th. The error is 1/8 (h / E)^2 n (n - 1) of the light, where n is
// the slope of log(light) over log(E), 5 to 8: 2e-5 at half the range, 3e-3 at 0.07 cd/m2, which is
// a fiftieth of a code of 10 bits.
//
// pq_encode: intervals of a 32nd of an octave, whose number are the first bits of a float. The
// error is 1/16 (1/32)^2 of what the code rises by when light grows by e: 7e-6, a 140th of a code
// of 10 bits. Light below 2^-24, 0.00001 cd/m2, lies on a line to 0, within 1.1e-4. Operations that
// take differences of codes do without.
#pragma once

#include <string>

#include "kernels/cuda/ptx_math.h"
#include "kernels/pass.h"

namespace tonelift::cuda {

// Which of the tables a kernel has.
struct PqTables {
    bool decode = false;
    bool encode = false;

    // Those that an operation looks into, too.
    void want(Op op);
};

// Variables of a module, and of a kernel in shared memory.
std::string pq_tables_text(const PqTables& tables);
std::string pq_tables_shared(const PqTables& tables);
// Bytes of those in shared memory.
int pq_tables_bytes(const PqTables& tables);
// Copies them there, by all threads of a block.
void copy_pq_tables(PtxWriter& to, const PqTables& tables);

// While it lives, pq_decode and pq_encode of ptx_math.h are looked up in the tables.
class PqTableScope {
  public:
    explicit PqTableScope(const PqTables& tables);
    ~PqTableScope();
    PqTableScope(const PqTableScope&) = delete;

    static const PqTables& there();

  private:
    PqTables before_;
};

// For x in [0, 1], and for its ends beyond them.
ptx::Number pq_decode_value(PtxWriter& to, const ptx::Number& x);
// For any x, 1.0 = 203 cd/m2.
ptx::Number pq_encode_value(PtxWriter& to, const ptx::Number& x);

}  // namespace tonelift::cuda
