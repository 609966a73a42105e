// SPDX-License-Identifier: BSD-2-Clause
//
// Evaluates the entries of a tone curve's table with SIMD instructions.
#pragma once

#include "kernels/frame/curve_table.h"
#include "kernels/instruction_set.h"

namespace tonelift::frame {

void evaluate(const CurveEntries& entries, float* table, int n, const InstructionSet& set);

// A thread that evaluates curves with SIMD instructions.
class VectorThread : public SingleThread {
  public:
    explicit VectorThread(const InstructionSet& set = {}) : set_(set) {}

    using SingleThread::scan;
    void scan(float* table, int n, const CurveEntries& entries, Larger larger) const {
        evaluate(entries, table, n, set_);
        SingleThread::scan(
            table, n, [&](int i) { return table[i]; }, larger);
    }

  private:
    InstructionSet set_;
};

}  // namespace tonelift::frame
