// SPDX-License-Identifier: BSD-2-Clause
#include "tools/whole_file.h"

#include "core/runtime/replaced_file.h"

namespace tonelift {

void write_whole(const std::string& file,
                 const std::function<void(const std::string& part)>& write) {
    ReplacedFile replaced("the output", file);
    try {
        write(replaced.part());
        replaced.take_its_place();
    } catch (...) {
        replaced.remove();
        throw;
    }
}

}  // namespace tonelift
