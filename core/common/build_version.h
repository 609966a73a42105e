// SPDX-License-Identifier: BSD-2-Clause
#pragma once

namespace tonelift {

// Returns the release number, such as "0.2.0". Between releases it includes the time and hash of
// the commit: "0.2.0~git20261125123456.1a2b3c4".
const char* build_version();

}  // namespace tonelift
