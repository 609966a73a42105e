// SPDX-License-Identifier: BSD-2-Clause
// Helpers for tests of the script language. They compile a script, or return its errors.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "core/language/script.h"
#include "kernels/error.h"

namespace tonelift::test {

inline BuildContext context_of(Graph& graph) {
    BuildContext context;
    context.input = color(graph.input(0), graph.input(1), graph.input(2));
    return context;
}

inline BuildContext context_with_reduced_input(Graph& graph) {
    BuildContext context = context_of(graph);
    for (const int factor : {2, 4}) {
        const auto component = [&](int i) { return graph.input_reduced(i, factor); };
        context.reduced_input[factor] = color(component(0), component(1), component(2));
    }
    return context;
}

inline std::string errors_of(const std::string& text, int width = 640, int height = 360) {
    try {
        const Ast ast = parse_script({"test.tl", text});
        Graph graph(width, height);
        build_script(ast, graph, context_of(graph));
    } catch (const Error& error) {
        EXPECT_EQ(error.failure(), Failure::script) << error.what();
        return error.what();
    }
    return "";
}

inline std::string first_error_of(const std::string& text) {
    const std::string all = errors_of(text);
    return all.substr(0, all.find('\n'));
}

struct Built {
    explicit Built(const std::string& text, std::vector<float> parameters = {}, int width = 640,
                   int height = 360)
        : graph(width, height) {
        BuildContext context = context_of(graph);
        context.parameters = std::move(parameters);
        script = build_script(parse_script({"test.tl", text}), graph, context);
    }
    const Node& variable(const std::string& name) const {
        return graph.at(script.variables.at(name).node[0]);
    }

    Graph graph;
    Script script;
};

inline float constant_of(const std::string& expression) {
    const Built built("float result = " + expression + "; output input;");
    const Node& node = built.variable("result");
    EXPECT_EQ(node.kind, NodeKind::constant) << expression;
    return node.value;
}

}  // namespace tonelift::test
