// SPDX-License-Identifier: BSD-2-Clause
//
// The version of this build. TONELIFT_VERSION is that of the headers.
#pragma once

namespace tonelift {

// The number of the release, with the time and the hash of the commit where the sources are no
// release: "0.2.0", "0.2.0~git20261125123456.1a2b3c4".
const char* build_version();

}  // namespace tonelift
