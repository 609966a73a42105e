// SPDX-License-Identifier: BSD-2-Clause
//
// Divides the rows of a pass into bands. Each band is the work of one thread.
#pragma once

#include <algorithm>
#include <vector>

namespace tonelift {

struct Band {
    int first;
    int last;  // the row after the band

    int rows() const { return last - first; }
};

class Bands {
  public:
    // Bands have at most `most` rows, and start at multiples of `least`. The last bands are lower
    // than the first, so that all workers end at about the same time. `most` must be a multiple of
    // `least`. Low bands do not increase the number of workers, which each need memory.
    Bands(int height, int most, int least, int workers)
        : workers_(std::min(workers, (height + most - 1) / most)) {
        for (int y = 0; y < height; y = bands_.back().last) {
            const int share = (height - y) / (2 * workers_) / least * least;
            bands_.push_back({y, std::min(y + std::clamp(share, least, most), height)});
        }
    }

    int workers() const { return workers_; }
    int count() const { return static_cast<int>(bands_.size()); }
    const Band& at(int band) const { return bands_[static_cast<size_t>(band)]; }
    int most_rows() const { return bands_.front().rows(); }

  private:
    int workers_;
    std::vector<Band> bands_;
};

}  // namespace tonelift
