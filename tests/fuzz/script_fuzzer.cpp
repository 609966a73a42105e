// SPDX-License-Identifier: BSD-2-Clause
//
// Any text as a script, all the way to a plan: it may be refused, but never with a crash, a hang or
// an internal error.
#include <cstdint>
#include <cstdlib>

#include "core/graph/plan.h"
#include "core/language/script.h"
#include "kernels/error.h"

namespace {

void plan(const std::string& text) {
    using namespace tonelift;
    const Ast ast = parse_script({"fuzz.tl", text});
    Graph graph(37, 21);
    BuildContext context;
    context.input = color(graph.input(0), graph.input(1), graph.input(2));
    const Script script = build_script(ast, graph, context);
    PlanRequest request;
    request.input.format = request.output.format = find_format("gbrpf32le");
    request.input.width = request.output.width = graph.width();
    request.input.height = request.output.height = graph.height();
    request.components.assign(script.output.node.begin(), script.output.node.end());
    request.components.push_back(no_node);
    request.scene_change = script.scene_change;
    request.parameters = static_cast<int>(script.params.size());
    make_plan(graph, request);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    try {
        plan(std::string(reinterpret_cast<const char*>(data), size));
    } catch (const tonelift::Error& error) {
        if (error.failure() != tonelift::Failure::script) std::abort();
    }
    return 0;
}
