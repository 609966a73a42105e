// SPDX-License-Identifier: BSD-2-Clause
#include "core/color/names.h"

#include <cstring>

namespace tonelift {
namespace {

struct Name {
    const char* option;
    const char* name;
    int code_point;
};

constexpr Name known_names[] = {
#define TONELIFT_OPTION_VALUE(option, id, value_name, number, help) {#option, #value_name, number},
#include <tonelift/options.def>
};

}  // namespace

std::string color_name(const char* option, int code_point) {
    for (const Name& entry : known_names) {
        if (entry.code_point == code_point && std::strcmp(entry.option, option) == 0)
            return entry.name;
    }
    return "code " + std::to_string(code_point);
}

}  // namespace tonelift
