// SPDX-License-Identifier: BSD-2-Clause
// Minimizes d'Gd over all vectors d whose elements are at least 0 and have the sum 1. The algorithm
// is from Lawson and Hanson, "Solving Least Squares Problems", chapter 23.
#include "core/metadata/least_shares.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tonelift {
namespace {

constexpr int most_steps = 3 * static_cast<int>(share_count);
// Slopes and shares up to these limits count as 0.
constexpr double least_slope = 1e-9, least_share = 1e-12;

class ActiveSet {
  public:
    explicit ActiveSet(const QuadraticForm& form) : form_(form) {}

    Shares solution() {
        for (int i = 0; i < most_steps && add_steepest(); ++i) {
            while (!move()) {
                drop_zeros();
                if (!solve()) break;
            }
        }
        return shares_;
    }

  private:
    bool add_steepest() {
        double most = least_slope;
        size_t steepest = share_count;
        for (size_t i = 0; i < share_count; ++i) {
            const double slope =
                1 - std::inner_product(shares_.begin(), shares_.end(), form_[i].begin(), 0.0);
            if (is_in(i) || slope <= most) continue;
            most = slope;
            steepest = i;
        }
        if (steepest == share_count) return false;
        members_[count_++] = steepest;
        if (solve()) return true;
        --count_;
        return false;
    }

    bool is_in(size_t i) const {
        return std::find(members_.begin(), members_.begin() + count_, i) !=
               members_.begin() + count_;
    }

    // Moves shares_ toward minimum_, until a share becomes 0. Returns true if shares_ reaches
    // minimum_.
    bool move() {
        double way = 1;
        for (size_t i = 0; i < count_; ++i) {
            const double from = shares_[members_[i]];
            if (minimum_[i] <= 0) way = std::min(way, from / (from - minimum_[i]));
        }
        for (size_t i = 0; i < count_; ++i) {
            double& share = shares_[members_[i]];
            share += way * (minimum_[i] - share);
        }
        return way >= 1;
    }

    void drop_zeros() {
        const size_t before = count_;
        count_ = 0;
        for (size_t i = 0; i < before; ++i) {
            const size_t member = members_[i];
            if (shares_[member] <= least_share) {
                shares_[member] = 0;
                continue;
            }
            if (i > count_) rows_ = std::min(rows_, count_);
            members_[count_++] = member;
        }
        rows_ = std::min(rows_, count_);
    }

    bool solve() {
        for (; rows_ < count_; ++rows_) {
            if (!add_row(rows_)) return false;
        }
        for (size_t i = count_; i-- > 0;) {
            minimum_[i] = right_[i];
            for (size_t j = i + 1; j < count_; ++j) minimum_[i] -= root_[j][i] * minimum_[j];
            minimum_[i] /= root_[i][i];
        }
        return true;
    }

    bool add_row(size_t i) {
        right_[i] = 1;
        for (size_t k = 0; k <= i; ++k) {
            double rest = form_[members_[i]][members_[k]];
            for (size_t j = 0; j < k; ++j) rest -= root_[i][j] * root_[k][j];
            if (i == k && rest <= 0) return false;
            root_[i][k] = i == k ? std::sqrt(rest) : rest / root_[k][k];
            if (k < i) right_[i] -= root_[i][k] * right_[k];
        }
        right_[i] /= root_[i][i];
        return true;
    }

    const QuadraticForm& form_;
    std::array<size_t, share_count> members_{};
    size_t count_ = 0;
    Shares shares_{}, minimum_{};
    size_t rows_ = 0;
    QuadraticForm root_;
    Shares right_;
};

}  // namespace

Shares least_shares(QuadraticForm form) {
    constexpr double scale = 1000, ridge = 1e-9;
    double trace = 0;
    for (size_t i = 0; i < share_count; ++i) trace += form[i][i];
    const double factor = trace > 0 ? scale / trace : 0;
    for (size_t i = 0; i < share_count; ++i) {
        for (double& value : form[i]) value = factor * value + 1;
        form[i][i] += ridge;
    }
    Shares shares = ActiveSet(form).solution();
    const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
    for (double& share : shares) share /= sum;
    return shares;
}

}  // namespace tonelift
