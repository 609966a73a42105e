// SPDX-License-Identifier: BSD-2-Clause
//
// The version of this build. TONELIFT_VERSION is the version of the headers.
#pragma once

namespace tonelift {

// Returns the release number, such as "0.2.0". Between releases the time and hash of the commit
// follow: "0.2.0~git20261125123456.1a2b3c4".
const char* build_version();

}  // namespace tonelift
