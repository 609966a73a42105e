// SPDX-License-Identifier: BSD-2-Clause
//
// Keeps values that adjacent rows of the output pass share. Rows share them if they lie between the
// same two rows of a plane at half the size. The first of these rows computes the values and stores
// them in shared memory, in a slot per thread. The second row loads them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "kernels/cuda/emit/ptx_math.h"

namespace tonelift::cuda {

class KeptRows {
  public:
    // Largest number of regions. A region is a set of values that share their upper coarse row.
    static constexpr int most_regions = 2;

    // registers() declares the registers that keep their values from row to row. begin() emits
    // their initial values for a frame. `zero` is a register that contains 0, whose value the
    // driver's compiler does not know.
    static std::string registers();
    static void begin(PtxWriter& to, const std::string& zero);
    // Declares shared memory for `values` values per thread.
    static std::string memory(size_t values);

    bool has_room() const { return regions_ < most_regions; }
    // Returns the values that `make` computes. The first row with this `above` computes and stores
    // them, and later rows load them. `above` is the register of the upper coarse row, not clamped
    // to the plane. Each call uses the next region.
    std::vector<ptx::Number> values(PtxWriter& to, const std::string& above,
                                    const std::function<std::vector<ptx::Number>()>& make);
    // Returns the number of values in all regions, including padding.
    size_t size() const { return size_; }

  private:
    int regions_ = 0;
    size_t size_ = 0;
};

}  // namespace tonelift::cuda
