// SPDX-License-Identifier: BSD-2-Clause
#include "tools/tune/tune_search.h"

#include <vector>

namespace tonelift {
namespace {

std::vector<Tuning> candidates_of(const TuningNumber& number, Tuning tuning) {
    std::vector<Tuning> candidates;
    const int present = tuning.*number.place;
    for (const int value : number.values) {
        tuning.*number.place = value;
        if (value != present) candidates.push_back(tuning);
    }
    return candidates;
}

std::vector<TuningNumber> numbers_of(const TuneScope& scope) {
    std::vector<TuningNumber> numbers;
    for (const TuningNumber& number : tuning_numbers()) {
        if (number.machine == scope.kind && (scope.delays || !number.delays))
            numbers.push_back(number);
    }
    return numbers;
}

size_t count_candidates(const std::vector<TuningNumber>& numbers) {
    size_t count = 0;
    for (const TuningNumber& number : numbers) count += number.values.size() - 1;
    return count;
}

}  // namespace

Tuning find_fastest(const TuneScope& scope, const TuneSearch& search) {
    const std::vector<TuningNumber> numbers = numbers_of(scope);
    const size_t count = count_candidates(numbers);
    Tuning best;
    for (Tuning before = best;; before = best) {
        size_t tried = 0;
        for (const TuningNumber& number : numbers) {
            for (const Tuning& candidate : candidates_of(number, best)) {
                if (!search.has_time()) return best;
                if (search.compare(candidate, best) <= 1 - least_gain) best = candidate;
                search.report(++tried, count);
            }
        }
        if (best == before) return best;
    }
}

}  // namespace tonelift
