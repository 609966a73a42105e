// SPDX-License-Identifier: BSD-2-Clause
//
// The command `tonelift metadata`: makes dynamic metadata of a film from its statistics file
// (docs/reference/metadata.md).
#pragma once

#include <string>

namespace tonelift {

struct MetadataRequest {
    std::string statistics;
    std::string preset = "faithful";
    char profile = 'b';
    double target = 0;  // HDR10+: peak of the target screen in cd/m2, or 0 for several screens
    // Names of the output files. An empty name means that the file is not written.
    std::string hdr10plus;
    std::string dolby_vision;
    std::string st2094_50;
};

// Writes all requested files, or none of them if an error occurs.
void write_metadata(const MetadataRequest& request);

}  // namespace tonelift
