// SPDX-License-Identifier: BSD-2-Clause
#include "tests/oracle/definitions.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "kernels/evaluate.h"
#include "tests/oracle/color_reference.h"

namespace tonelift::reference {
namespace {

constexpr double ulp = 0x1p-23;
constexpr double never = infinite;

using Operands = std::array<double, max_inputs>;
using Results = std::array<double, max_outputs>;

Results results_of(const Definition& definition, const Operands& in) {
    Results out{};
    definition.of(in.data(), out.data());
    return out;
}

double distance(double a, double b, double period) {
    const double apart = std::fabs(a - b);
    return period > 0 ? std::min(apart, std::fabs(period - apart)) : apart;
}

class Comparison {
  public:
    Comparison(const Definition& definition, const Budget& budget, const Operands& in)
        : definition_(definition),
          budget_(budget),
          in_(in),
          expected_(results_of(definition, in)),
          inputs_(operation_info(definition.op).inputs),
          outputs_(operation_info(definition.op).outputs) {}

    double misfit(const float* actual) const {
        if (!in_range(actual)) return never;
        if (!is_defined()) return 0;
        double worst = 0;
        for (int k = 0; k < outputs_; ++k) worst = std::max(worst, misfit(k, double{actual[k]}));
        return worst;
    }

  private:
    bool is_defined() const {
        if (definition_.where && !definition_.where(in_.data())) return false;
        return std::all_of(in_.begin(), in_.begin() + inputs_, [&](double x) {
            if (std::isnan(x)) return definition_.takes_nan;
            return std::fabs(x) <= std::min(definition_.limit, double{budget_.limit});
        });
    }

    bool in_range(const float* actual) const {
        const Range& range = definition_.range;
        return std::all_of(actual, actual + outputs_, [&](float x) {
            if (std::isnan(x)) return !range.numbers_only;
            return x >= static_cast<float>(range.low * (1 + budget_.beyond)) - smallest_normal &&
                   x <= static_cast<float>(range.high * (1 + budget_.beyond));
        });
    }

    double misfit(int k, double actual) const {
        const double expected = expected_[static_cast<size_t>(k)];
        if (actual == expected || (std::isnan(actual) && std::isnan(expected))) return 0;
        if (std::isnan(actual) || std::isnan(expected)) return never;
        const double period = k == 0 && definition_.period ? definition_.period(in_.data()) : 0;
        const double weight = k == 0 && definition_.weight ? definition_.weight(in_.data()) : 1;
        const double error = weight * distance(actual, expected, period);
        const double share = error / allowed(k, period, weight);
        if (share > 1 && std::min(expected, actual) >= huge) return 0;
        if (share > 1 && std::max(expected, actual) <= -huge) return 0;
        if (share > 1 && budget_.codes > 0) return std::min(share, code_misfit(actual, expected));
        return share;
    }

    double code_misfit(double actual, double expected) const {
        const double scale = 10 / std::max(std::fabs(expected), 10.0);
        const auto code = [&](double light) {
            return std::copysign(pq_encode(203 * scale * std::fabs(light)), light);
        };
        return 1023 * std::fabs(code(actual) - code(expected)) / budget_.codes;
    }

    double allowed(int k, double period, double weight) const {
        double size = 0;
        for (int i = 0; i < outputs_; ++i)
            size = std::max(size, std::fabs(expected_[static_cast<size_t>(i)]));
        double allowed = budget_.absolute + budget_.ulps * ulp * size;
        for (int i = 0; i < inputs_; ++i) {
            const double step = ulp * std::fabs(in_[static_cast<size_t>(i)]);
            if (budget_.operand_ulps > 0)
                allowed += weight * budget_.operand_ulps * moved(k, i, step, period);
            if (budget_.operand_absolute > 0)
                allowed += weight * moved(k, i, double{budget_.operand_absolute}, period);
        }
        return std::max(allowed, smallest_normal);
    }

    double moved(int k, int i, double step, double period) const {
        double most = 0;
        for (const double way : {-step, step}) {
            Operands other = in_;
            other[static_cast<size_t>(i)] += way;
            const double result = results_of(definition_, other)[static_cast<size_t>(k)];
            const double apart = distance(result, expected_[static_cast<size_t>(k)], period);
            if (std::isfinite(apart)) most = std::max(most, apart);
        }
        return most;
    }

    const Definition& definition_;
    const Budget& budget_;
    const Operands& in_;
    Results expected_;
    int inputs_;
    int outputs_;
};

}  // namespace

const Definition* find_definition(Op op) {
    for (const auto& rows : {arithmetic_definitions(), color_definitions(), gamut_definitions()}) {
        const auto row = std::find_if(rows.begin(), rows.end(),
                                      [&](const Definition& other) { return other.op == op; });
        if (row != rows.end()) return &*row;
    }
    return nullptr;
}

double misfit(const Definition& definition, const Budget& budget, const float* in,
              const float* actual) {
    Operands exact{}, flushed{};
    for (int i = 0; i < operation_info(definition.op).inputs; ++i) {
        const double x = in[i];
        exact[static_cast<size_t>(i)] = x;
        flushed[static_cast<size_t>(i)] = std::fabs(x) < smallest_normal ? std::copysign(0, x) : x;
    }
    const double share = Comparison(definition, budget, exact).misfit(actual);
    if (share <= 1 || exact == flushed) return share;
    return std::min(share, Comparison(definition, budget, flushed).misfit(actual));
}

}  // namespace tonelift::reference
