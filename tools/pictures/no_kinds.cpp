// SPDX-License-Identifier: BSD-2-Clause
//
// Stubs for a build without the libraries for still pictures.
#include "tools/pictures/gain_map.h"
#include "tools/pictures/samples.h"
#include "tools/pictures/still.h"

namespace tonelift {

std::span<const StillKind> still_kinds() { return {}; }

Still with_gain_map(Still base) { return base; }

GainMap make_gain_map(const Still&, const Still& sdr, const GainMapRequest&) { return {{}, sdr}; }

bool is_opaque(const Still&) { return true; }

StillMetadata metadata_for(const StillMetadata&, const Still&, std::vector<std::string>*) {
    return {};
}

}  // namespace tonelift
