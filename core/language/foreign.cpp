// SPDX-License-Identifier: BSD-2-Clause
#include "core/language/foreign.h"

#include "core/common/text.h"

namespace tonelift {

std::string name_hint(std::string_view name, const std::vector<std::string>& candidates) {
#define TONELIFT_FOREIGN(foreign, hint) \
    if (name == #foreign) return hint;
#include "core/language/foreign.def"
#undef TONELIFT_FOREIGN
    return suggestion(name, candidates);
}

}  // namespace tonelift
