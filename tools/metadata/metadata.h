// SPDX-License-Identifier: BSD-2-Clause
//
// The command `tonelift metadata`: makes dynamic metadata of a film from its statistics file
// (docs/reference/metadata.md).
#pragma once

#include <string>

#include "core/metadata/shot_curves.h"

namespace tonelift {

struct MetadataRequest {
    std::string statistics;
    std::string preset = "faithful";
    char profile = 'b';
    // HDR10+: peak of the target screen in cd/m2, for which is_target() is true, or 0 for several
    // screens.
    double target = 0;
    // Names of the output files. An empty name means that the file is not written.
    std::string hdr10plus;
    std::string dolby_vision;
    std::string st2094_50;
};

// Writes all requested files, or none of them if an error occurs.
void write_metadata(const MetadataRequest& request);

}  // namespace tonelift
