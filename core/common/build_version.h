// SPDX-License-Identifier: BSD-2-Clause
#pragma once

namespace tonelift {

// Returns the version of the library. A release has only a number, such as "0.2.0". For other
// commits, the time and hash of the commit follow: "0.2.0~git20261125123456.1a2b3c4d".
const char* build_version();

}  // namespace tonelift
