// SPDX-License-Identifier: BSD-2-Clause
//
// A build without the libraries of stills.
#include "tools/pictures/still.h"

namespace tonelift {

std::span<const StillKind> still_kinds() { return {}; }

StillMetadata metadata_for(const StillMetadata&, const Still&, std::vector<std::string>*) {
    return {};
}

}  // namespace tonelift
