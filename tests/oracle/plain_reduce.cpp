// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <cmath>

#include "kernels/reduce/reduce_policy.h"
#include "tests/oracle/plain.h"

namespace tonelift {

double reduce_row_plain(ReductionKind kind, const float* values, int n) {
    double result = reduce_rows(kind, {});
    for (int i = 0; i < n; ++i) {
        const double v = values[i];
        switch (kind) {
            case ReductionKind::sum:
                result += v;
                break;
            case ReductionKind::sum_of_squares:
                result += v * v;
                break;
            case ReductionKind::minimum:
                result = v < result ? v : result;
                break;
            case ReductionKind::maximum:
                result = v > result ? v : result;
                break;
            case ReductionKind::sum_of_logs:
                result += std::log(v > smallest_of_logs ? std::min(v, 0x1p128) : smallest_of_logs);
                break;
            case ReductionKind::histogram:
                break;
        }
    }
    return result;
}

}  // namespace tonelift
