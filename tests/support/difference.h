// SPDX-License-Identifier: BSD-2-Clause
// Computes the difference of two pictures of equal format and size.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "tests/support/test_picture.h"

namespace tonelift {

struct Difference {
    double worst = 0;
    int64_t samples = 0;
    int64_t beyond_one = 0;
    int64_t beyond_two = 0;

    double share_beyond_one() const { return share(beyond_one); }
    double share_beyond_two() const { return share(beyond_two); }

  private:
    double share(int64_t count) const {
        return samples > 0 ? static_cast<double>(count) / static_cast<double>(samples) : 0;
    }
};

inline Difference difference(const TestPicture& a, const TestPicture& b, double unit) {
    Difference result;
    for (int c = 0; c < 4; ++c) {
        for (int y = 0; y < a.height(c); ++y) {
            for (int x = 0; x < a.width(c); ++x) {
                const double one = a.code(c, x, y), other = b.code(c, x, y);
                const bool same = one == other || (std::isnan(one) && std::isnan(other));
                const double d = same ? 0 : std::abs(one - other);
                ++result.samples;
                result.beyond_one += !(d <= unit);
                result.beyond_two += !(d <= 2 * unit);
                result.worst = std::max(d, result.worst);
            }
        }
    }
    return result;
}

}  // namespace tonelift
