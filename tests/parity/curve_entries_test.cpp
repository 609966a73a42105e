// SPDX-License-Identifier: BSD-2-Clause
// Tests that vectors of every instruction set give the same tone curves as single floats.
#include "kernels/frame/curve_entries.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "tests/support/targets.h"

namespace tonelift::curve_entries_test {
namespace {

constexpr unsigned seed = 20261129;

template <typename Team>
std::vector<float> table_of(const frame::CurveRequest& request, int entries) {
    std::vector<float> table(static_cast<size_t>(entries));
    frame::CurveSpace space;
    frame::fill_curve(Team(), request, space, table.data(), entries,
                      [](int, float slope) { return slope; });
    return table;
}

class Requests {
  public:
    Requests() : bins_(histogram_bins) {}

    frame::CurveRequest next(CurveKind kind) {
        for (uint32_t& bin : bins_) bin = static_cast<uint32_t>(1000 * number());
        const bool anchored = number() < 0.5f;
        return {kind,
                frame::sane_range(0.3f * number(), 0.4f + 0.6f * number(), 0.3f * number(),
                                  0.3f + 0.7f * number()),
                {anchored ? number() : 0, anchored ? number() : 0},
                {bins_.data(), histogram_bins, true}};
    }

  private:
    float number() { return std::uniform_real_distribution<float>()(random_); }

    std::mt19937 random_{seed};
    std::vector<uint32_t> bins_;
};

TEST(CurveEntries, VectorsAgreeWithFloatsForEveryCurveAndRange) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    for_each_target([] {
        Requests requests;
        for (int kind = 0; kind <= static_cast<int>(CurveKind::clip); ++kind) {
            for (int i = 0; i < 30; ++i) {
                const auto request = requests.next(static_cast<CurveKind>(kind));
                for (const int entries : {curve_entries, 37}) {
                    const auto expected = table_of<frame::SingleThread>(request, entries);
                    const auto actual = table_of<frame::VectorThread>(request, entries);
                    for (size_t k = 0; k < expected.size(); ++k)
                        ASSERT_NEAR(actual[k], expected[k], 1e-6f) << "curve " << kind;
                }
            }
        }
    });
}

}  // namespace
}  // namespace tonelift::curve_entries_test
