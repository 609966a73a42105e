// SPDX-License-Identifier: BSD-2-Clause
#include "core/metadata/hdr10plus_codes.h"

#include <algorithm>
#include <cmath>

#include "core/color/pq.h"

namespace tonelift {
namespace {

int rounded(double value) { return static_cast<int>(std::lround(value)); }
int tenths(double nits) { return rounded(10 * std::min(nits, 10000.0)); }

void set_light(const ShotLight& light, double peak, Hdr10PlusCodes* codes) {
    const auto nits = [&](SourceLight number) {
        return tenths(std::min(pq_light(light.percentile(number)), peak));
    };
    for (size_t i = 0; i < 3; ++i) codes->max_scl[i] = tenths(std::min(light.largest[i], peak));
    if (std::ranges::max(codes->max_scl) == 0)
        codes->max_scl.fill(1);  // the standard does not allow 0 in all three
    codes->average = std::min(tenths(light.mean), std::ranges::max(codes->max_scl));
    codes->distribution = {nits(SourceLight::p1),
                           nits(SourceLight::p99),
                           rounded(100 * share_below(light, pq_code(100))),
                           nits(SourceLight::p25),
                           nits(SourceLight::p50),
                           nits(SourceLight::p75),
                           nits(SourceLight::p90),
                           nits(SourceLight::p95),
                           nits(SourceLight::p99_98)};
}

}  // namespace

Hdr10PlusCodes hdr10plus_codes(const ShotLight& light, const FittedBezier* fit) {
    Hdr10PlusCodes codes;
    set_light(light, fit != nullptr ? light.limit_for(fit->source) : light.peak(), &codes);
    if (fit == nullptr) return codes;
    codes.target = rounded(fit->curve.target);
    codes.knee_x = rounded(fit->curve.knee_x * knee_codes);
    codes.knee_y = rounded(fit->curve.knee_y * knee_codes);
    std::ranges::transform(fit->curve.anchors, codes.anchors.begin(),
                           [](double anchor) { return rounded(anchor * anchor_codes); });
    return codes;
}

}  // namespace tonelift
