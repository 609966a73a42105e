// SPDX-License-Identifier: BSD-2-Clause
#include "tools/metadata/least_squares.h"

#include <algorithm>
#include <cmath>

namespace tonelift {
namespace {

constexpr int most_steps = 30;
constexpr double step = 1e-5;        // of derivatives
constexpr double least_gain = 1e-6;  // relative decrease of the sum that ends the search
constexpr double most_damping = 1e8;

double sum_of_squares(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value * value;
    return sum;
}

// Solves a symmetric positive system in place (Cholesky); false if it is singular.
bool solve(std::vector<std::vector<double>> a, std::vector<double>* b) {
    const size_t n = b->size();
    for (size_t i = 0; i < n; ++i) {
        for (size_t k = 0; k <= i; ++k) {
            double rest = a[i][k];
            for (size_t j = 0; j < k; ++j) rest -= a[i][j] * a[k][j];
            if (i == k && rest <= 0) return false;
            a[i][k] = i == k ? std::sqrt(rest) : rest / a[k][k];
        }
    }
    for (size_t i = 0; i < n; ++i) {
        for (size_t j = 0; j < i; ++j) (*b)[i] -= a[i][j] * (*b)[j];
        (*b)[i] /= a[i][i];
    }
    for (size_t i = n; i-- > 0;) {
        for (size_t j = i + 1; j < n; ++j) (*b)[i] -= a[j][i] * (*b)[j];
        (*b)[i] /= a[i][i];
    }
    return true;
}

class Search {
  public:
    Search(const Residuals& residuals, std::vector<double> at)
        : residuals_(residuals), at_(std::move(at)), count_(at_.size()) {
        residuals_(at_, &here_);
        sum_ = sum_of_squares(here_);
    }

    std::vector<double> run(double* sum) {
        for (int i = 0; i < most_steps && improve(); ++i) {
        }
        *sum = sum_;
        return at_;
    }

  private:
    // Takes a step. Returns false if no step decreases the sum noticeably.
    bool improve() {
        differentiate();
        for (; damping_ < most_damping; damping_ *= 8) {
            std::vector<double> next = moved();
            residuals_(next, &there_);
            const double sum = sum_of_squares(there_);
            if (!(sum < sum_)) continue;
            const bool goes_on = sum < sum_ * (1 - least_gain);
            at_ = std::move(next);
            here_.swap(there_);
            sum_ = sum;
            damping_ = std::max(damping_ / 16, 1e-9);
            return goes_on;
        }
        return false;
    }

    void differentiate() {
        slopes_.resize(count_);
        for (size_t k = 0; k < count_; ++k) {
            std::vector<double> aside = at_;
            const double change = at_[k] > 0.5 ? -step : step;
            aside[k] += change;
            residuals_(aside, &slopes_[k]);
            for (size_t i = 0; i < here_.size(); ++i)
                slopes_[k][i] = (slopes_[k][i] - here_[i]) / change;
        }
    }

    std::vector<double> moved() const {
        std::vector<std::vector<double>> normal(count_, std::vector<double>(count_));
        std::vector<double> change(count_);
        for (size_t k = 0; k < count_; ++k) {
            for (size_t j = 0; j < count_; ++j)
                for (size_t i = 0; i < here_.size(); ++i)
                    normal[k][j] += slopes_[k][i] * slopes_[j][i];
            for (size_t i = 0; i < here_.size(); ++i) change[k] -= slopes_[k][i] * here_[i];
        }
        for (size_t k = 0; k < count_; ++k) normal[k][k] += damping_ * (normal[k][k] + 1e-9);
        std::vector<double> next = at_;
        if (!solve(std::move(normal), &change)) return next;
        for (size_t k = 0; k < count_; ++k) next[k] = std::clamp(next[k] + change[k], 0.0, 1.0);
        return next;
    }

    const Residuals& residuals_;
    std::vector<double> at_;
    size_t count_;
    std::vector<double> here_, there_;
    std::vector<std::vector<double>> slopes_;
    double sum_ = 0;
    double damping_ = 1e-3;
};

}  // namespace

std::vector<double> least_squares(const Residuals& residuals, std::vector<double> at, double* sum) {
    return Search(residuals, std::move(at)).run(sum);
}

}  // namespace tonelift
