// SPDX-License-Identifier: BSD-2-Clause
#include "core/runtime/reshape.h"

namespace tonelift {
namespace {

// Distance between two adjacent codes of the 10-bit base layer, where 1.0 is the largest code.
constexpr float code_step = 1.0f / 1023;

class Reshaper {
  public:
    Reshaper(Graph& graph, const Value& samples) : graph_(graph), s_(samples.node) {
        const NodeId y = s_[0], u = s_[1], v = s_[2];
        const NodeId yu = multiply(y, u);
        terms_[0] = {y, u, v, yu, multiply(y, v), multiply(u, v), multiply(yu, v)};
        for (size_t order = 1; order < terms_.size(); ++order) {
            for (size_t i = 0; i < mmr_terms; ++i)
                terms_[order][i] = multiply(terms_[order - 1][i], terms_[0][i]);
        }
    }

    NodeId component(size_t index, const ReshapingForm::Component& form) {
        const NodeId s = s_[index];
        int rest = form.mmr;
        NodeId value;
        if (form.polynomial) {
            value = polynomials(s);
        } else {
            skip(2);
            value = mmr();
            --rest;
        }
        for (; rest > 0; --rest) {
            const NodeId inside = is_inside(s);
            value = graph_.op(Op::select, inside, mmr(), value);
        }
        return value;
    }

    NodeId row_of_four(const Value& v) {
        const std::array factor{next(), next(), next(), next()};
        return graph_.op(Op::dot3, v.node[0], v.node[1], v.node[2], factor[0], factor[1], factor[2],
                         factor[3]);
    }

    NodeId row_of_three(const Value& v) {
        const std::array factor{next(), next(), next()};
        return graph_.op(Op::dot3, v.node[0], v.node[1], v.node[2], factor[0], factor[1], factor[2],
                         graph_.constant(0));
    }

  private:
    NodeId next() { return graph_.given(given_++); }
    void skip(int numbers) { given_ += numbers; }
    NodeId multiply(NodeId a, NodeId b) { return graph_.op(Op::multiply, a, b); }

    // Uses no operations with steps, such as comparisons, so that executors can replace the sum by
    // a table.
    NodeId polynomials(NodeId s) {
        NodeId sum = graph_.constant(0);
        for (int i = 0; i < reshaping_pieces; ++i) {
            const NodeId start = next(), end = next(), step = next(), slope = next(), bend = next();
            const NodeId way = graph_.op(Op::subtract, graph_.op(Op::clamp, s, start, end), start);
            sum = graph_.op(Op::multiply_add, way, graph_.op(Op::multiply_add, way, bend, slope),
                            sum);
            sum = graph_.op(Op::multiply_add, step, has_begun(s, start), sum);
        }
        return graph_.op(Op::saturate, sum);
    }

    NodeId has_begun(NodeId s, NodeId start) {
        const NodeId codes = graph_.constant(1 / code_step);
        const NodeId before = graph_.op(Op::subtract, start, graph_.constant(code_step));
        return graph_.op(Op::saturate, multiply(graph_.op(Op::subtract, s, before), codes));
    }

    NodeId is_inside(NodeId s) {
        const NodeId start = next(), end = next();
        return multiply(graph_.op(Op::less_equal, start, s), graph_.op(Op::less, s, end));
    }

    NodeId mmr() {
        NodeId sum = next();
        for (const auto& terms : terms_) {
            for (const NodeId term : terms) sum = graph_.op(Op::multiply_add, term, next(), sum);
        }
        return graph_.op(Op::saturate, sum);
    }

    Graph& graph_;
    std::array<NodeId, 3> s_;
    std::array<std::array<NodeId, mmr_terms>, mmr_orders> terms_{};
    int given_ = 0;
};

template <typename F>
Value three(F f) {
    const NodeId first = f(0), second = f(1);
    return color(first, second, f(2));
}

}  // namespace

Value reshaped_light(Graph& graph, const Value& samples, const ReshapingForm& form) {
    Reshaper reshaper(graph, samples);
    const Value reshaped =
        three([&](size_t i) { return reshaper.component(i, form.component[i]); });
    const Value coded = three([&](size_t) { return reshaper.row_of_four(reshaped); });
    const Value light = three(
        [&](size_t i) { return graph.op(Op::pq_decode, graph.op(Op::saturate, coded.node[i])); });
    return three([&](size_t) { return reshaper.row_of_three(light); });
}

}  // namespace tonelift
