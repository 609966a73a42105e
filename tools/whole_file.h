// SPDX-License-Identifier: BSD-2-Clause
//
// Files that are there as a whole or not at all.
#pragma once

#include <functional>
#include <string>

namespace tonelift {

// Has `write` make a file beside `file` that takes its place when it is complete; after an error,
// an old file stays as it was. Throws what `write` throws, and what ReplacedFile does.
void write_whole(const std::string& file,
                 const std::function<void(const std::string& part)>& write);

}  // namespace tonelift
