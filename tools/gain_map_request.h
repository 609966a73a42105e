// SPDX-License-Identifier: BSD-2-Clause
//
// The options of `tonelift map` for the gain map of the output.
#pragma once

namespace tonelift {

struct GainMapRequest {
    bool wanted = false;
    double headroom = 0;  // peak of the HDR rendition / SDR white, or 0 to measure it
    int scale = 2;        // pixels of the picture per sample of the map, in each direction
    bool colors = true;
    int quality = 90;
    bool operator==(const GainMapRequest&) const = default;
};

}  // namespace tonelift
