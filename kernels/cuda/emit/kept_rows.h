// SPDX-License-Identifier: BSD-2-Clause
//
// Stores values that a thread computed from rows of a half-size plane. The thread reads the stored
// values again for the next output row, if that row needs the same rows of the plane.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "kernels/cuda/emit/ptx_math.h"

namespace tonelift::cuda {

class KeptRows {
  public:
    static constexpr int most_regions = 2;

    static std::string registers();
    static void begin(PtxWriter& to, const std::string& zero);
    static std::string memory(size_t values);

    bool has_room() const { return regions_ < most_regions; }
    std::vector<ptx::Number> values(PtxWriter& to, const std::string& above,
                                    const std::function<std::vector<ptx::Number>()>& make);
    size_t size() const { return size_; }

  private:
    int regions_ = 0;
    size_t size_ = 0;
};

}  // namespace tonelift::cuda
