// SPDX-License-Identifier: BSD-2-Clause
//
// Every preset sets params of its algorithm within their ranges, and differs from all others.
#include <gtest/gtest.h>

#include <set>

#include "core/algorithms/algorithms.h"
#include "core/runtime/settings.h"
#include "tests/support/scripts.h"

namespace tonelift {
namespace {

// The values of a preset's params, by the option `set`, which refuses unknown names.
std::vector<float> values_of(const Preset& preset) {
    tonelift_options options;
    tonelift_options_default(&options);
    options.algorithm = preset.algorithm;
    options.set = preset.values;
    const Settings settings(options);
    const ScriptSource source{"preset", find_algorithm(preset.algorithm).source, ""};
    const Ast ast = parse_script({source.name, source.text});
    return param_values(script_params(ast), source, settings, Log());
}

TEST(Presets, SetParamsOfTheirAlgorithm) {
    ASSERT_EQ(presets().size(), 17U);
    for (const Preset& preset : presets()) EXPECT_NO_THROW(values_of(preset)) << preset.name;
}

TEST(Presets, DifferFromEachOther) {
    std::set<std::pair<std::string, std::vector<float>>> looks;
    std::set<std::string> names, sentences;
    for (const Preset& preset : presets()) {
        EXPECT_TRUE(looks.emplace(preset.algorithm, values_of(preset)).second) << preset.name;
        EXPECT_TRUE(names.insert(preset.name).second) << preset.name;
        EXPECT_TRUE(sentences.insert(preset.sentence).second) << preset.name;
    }
}

TEST(Presets, EachBuildsForEveryKindOfStream) {
    for (const Preset& preset : presets())
        for (const bool from_hdr : {false, true})
            for (const bool to_hdr : {false, true}) {
                Graph graph(64, 36, {});
                BuildContext context = test::context_of(graph);
                context.parameters = values_of(preset);
                context.source_is_hdr = from_hdr;
                context.target_is_hdr = to_hdr;
                const Ast ast = parse_script({"preset", find_algorithm(preset.algorithm).source});
                EXPECT_EQ(build_script(ast, graph, context).output.components, 3) << preset.name;
            }
}

}  // namespace
}  // namespace tonelift
