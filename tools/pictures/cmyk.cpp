// SPDX-License-Identifier: BSD-2-Clause
#include "tools/pictures/cmyk.h"

#include "tools/pictures/icc.h"

namespace tonelift {
namespace {

Still without_profile(std::span<const uint8_t> samples, int64_t width, int64_t height) {
    Still still(still_video("rgb24", width, height));
    uint8_t* const rgb = still.frame.row(0, 0);
    for (size_t pixel = 0; pixel < samples.size() / 4; ++pixel) {
        const uint8_t* const ink = samples.data() + 4 * pixel;
        for (size_t i = 0; i < 3; ++i)
            rgb[3 * pixel + i] =
                static_cast<uint8_t>(((255 - ink[i]) * (255 - ink[3]) + 127) / 255);
    }
    still.notes.push_back(
        "the picture is CMYK without a profile of its inks; its colors are "
        "estimates");
    return still;
}

}  // namespace

Still from_ink(std::span<const uint8_t> samples, int64_t width, int64_t height,
               Statements* stated) {
    const ColorProfile profile(stated->profile);
    const bool other = !stated->profile.empty() && !profile.is_cmyk();
    Still still = profile.is_cmyk() ? profile.from_cmyk(samples, width, height)
                                    : without_profile(samples, width, height);
    if (other) still.notes.push_back("the ICC profile was ignored: it is not for CMYK");
    stated->profile.clear();
    if (profile.is_cmyk()) {
        stated->primaries = still.video.primaries;
        stated->transfer = still.video.transfer;
    }
    return still;
}

}  // namespace tonelift
