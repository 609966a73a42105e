// SPDX-License-Identifier: BSD-2-Clause
//
// Values that adjacent rows of the output pass share: two rows lie between the same two rows of a
// plane at half the size. The first of such rows computes them and keeps them in shared memory, a
// slot for each thread; the next row only reads them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "kernels/cuda/emit/ptx_math.h"

namespace tonelift::cuda {

class KeptRows {
  public:
    // Number of regions that keep values. Each region has rows of its own.
    static constexpr int most_regions = 2;

    // Registers that outlive a row, and instructions that set them up for a frame. zero: a register
    // that holds 0, which the driver's compiler does not know.
    static std::string registers();
    static void begin(PtxWriter& to, const std::string& zero);
    // Declares shared memory for `values` values of each thread.
    static std::string memory(size_t values);

    bool has_room() const { return regions_ < most_regions; }
    // The values that `make` emits. above: register of the row above, which is not clamped to the
    // plane. Rows with the same row above share the values. Each call takes the next region.
    std::vector<ptx::Number> values(PtxWriter& to, const std::string& above,
                                    const std::function<std::vector<ptx::Number>()>& make);
    // Values of all regions, with padding.
    size_t size() const { return size_; }

  private:
    int regions_ = 0;
    size_t size_ = 0;
};

}  // namespace tonelift::cuda
