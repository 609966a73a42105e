// SPDX-License-Identifier: BSD-2-Clause
// Lowers the function gather(), which sums a script function over the neighbors of each pixel.
#include <algorithm>

#include "core/graph/gather.h"
#include "core/language/lower.h"

namespace tonelift::lower {
namespace {

Value each_neighbor(Graph& graph, Value v) {
    for (int i = 0; i < v.components; ++i) {
        NodeId& id = v.node[static_cast<size_t>(i)];
        id = graph.neighbor(id);
    }
    return v;
}

Value sums_of(Graph& graph, const Value& terms, int radius) {
    Value sums = terms;
    for (int i = 0; i < terms.components; ++i) {
        const auto begin = terms.node.begin();
        const auto first = std::find(begin, begin + i, terms.node[static_cast<size_t>(i)]);
        sums.node[static_cast<size_t>(i)] =
            first != begin + i ? sums.node[static_cast<size_t>(first - begin)]
                               : graph.sum(terms.node[static_cast<size_t>(i)], radius, i);
    }
    return sums;
}

void require_few_inputs(Call& call, NodeId gather) {
    const size_t inputs = gather_parts(call.graph, gather).inputs.size();
    if (inputs > max_core_inputs)
        call.fail(2, "the function uses " + std::to_string(inputs) +
                         " planes and values that are computed once per pixel; allowed is 1 to " +
                         std::to_string(max_core_inputs));
}

}  // namespace

Value gather(Call& call) {
    Graph& graph = call.graph;
    const int radius = call.whole(1);
    const Value here = call.value(0);
    const Node& grid = graph.at(call.plane(0));
    const int width = grid.width, height = grid.height;
    const Value dx = scalar(graph.neighbor_offset(Axis::x, width, height));
    const Value dy = scalar(graph.neighbor_offset(Axis::y, width, height));
    const Value terms = call.run(2, {each_neighbor(graph, here), here, dx, dy});
    if (terms.components == 0) return {};
    const Value made = call.run(3, {sums_of(graph, terms, radius), here});
    if (made.components == 0) return {};
    const Value result = call.gather(radius, made);
    const auto first = std::mismatch(made.node.begin(), made.node.end(), result.node.begin());
    if (first.first != made.node.end()) require_few_inputs(call, *first.second);
    return result;
}

}  // namespace tonelift::lower
