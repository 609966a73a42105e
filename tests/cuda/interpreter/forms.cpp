// SPDX-License-Identifier: BSD-2-Clause
#include "tests/cuda/interpreter/forms.h"

namespace tonelift::interpreter {

const Form& find_form(const std::string& name) {
    static const Forms all = [] {
        Forms forms;
        add_integer_forms(forms);
        add_float_forms(forms);
        add_approximate_forms(forms);
        add_conversion_forms(forms);
        add_half_forms(forms);
        add_memory_forms(forms);
        add_control_forms(forms);
        return forms;
    }();
    const auto found = all.find(name);
    if (found == all.end())
        throw Fault("an instruction that the interpreter does not know: " + name);
    return found->second;
}

}  // namespace tonelift::interpreter
