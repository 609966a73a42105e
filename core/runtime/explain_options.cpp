// SPDX-License-Identifier: BSD-2-Clause
#include "core/runtime/explain_options.h"

#include "core/graph/explain.h"
#include "core/runtime/build.h"
#include "core/runtime/filter.h"

namespace tonelift {

std::string explain_options(const tonelift_options& options, const tonelift_video& in,
                            bool reasons) {
    const Settings settings(options);
    const tonelift_video described = describe_input(in, settings, nullptr);
    const tonelift_video out = Filter::output(settings, described);
    Filter::check(described, out);
    const Build made = build(script_source(settings), settings, {described}, out, {}, Log());
    std::string text = reasons ? explain_reasons(made.plan, made.reasons) : explain(made.plan);
    if (text.ends_with('\n')) text.pop_back();
    return text;
}

}  // namespace tonelift
