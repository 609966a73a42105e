// SPDX-License-Identifier: BSD-2-Clause
#include "core/language/builder.h"

#include <algorithm>
#include <cmath>

#include "core/common/limits.h"
#include "core/common/text.h"
#include "kernels/error.h"

namespace tonelift {
namespace {

std::vector<float> parameter_values(const Ast& ast, const BuildContext& context) {
    std::vector<float> values = context.parameters;
    for (size_t i = values.size(); i < ast.params.size(); ++i)
        values.push_back(ast.params[i].default_value);
    return values;
}

class Origin {
  public:
    Origin(Graph& graph, ExpressionId id) : graph_(graph), outer_(graph.origin()) {
        graph.set_origin(id);
    }
    ~Origin() { graph_.set_origin(outer_); }
    Origin(const Origin&) = delete;
    Origin& operator=(const Origin&) = delete;

  private:
    Graph& graph_;
    int outer_;
};

class Level {
  public:
    explicit Level(int* depth) : depth_(depth) { ++*depth_; }
    ~Level() { --*depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

  private:
    int* depth_;
};

int components_of(Type type) { return type == Type::color ? 3 : 1; }

Value spread(const Value& value, int components) {
    if (components != 3 || value.components != 1) return value;
    return color(value.node[0], value.node[0], value.node[0]);
}

}  // namespace

Builder::PositionScope::PositionScope(Graph& graph, int part)
    : graph_(graph), outer_(graph.script_position()) {
    graph.set_script_position(
        digest_of({reinterpret_cast<const char*>(&part), sizeof part}, outer_));
}

Builder::Builder(const Ast& ast, Graph& graph, const BuildContext& context,
                 Diagnostics& diagnostics)
    : ast_(ast),
      graph_(graph),
      context_(context),
      diagnostics_(diagnostics),
      parameters_(parameter_values(ast, context)),
      constants_(graph, parameters_),
      state_{graph,
             context,
             no_node,
             digest_of(ast.source.text),
             0,
             [this](ExpressionId name, std::vector<Value> arguments) {
                 return run_function(name, std::move(arguments));
             }},
      globals_(static_cast<size_t>(ast.slots)) {}

void Builder::spend(SourceSpan span) {
    const char* what = nullptr;
    if (++evaluations_ > limits::evaluations) what = "the script takes too long to run";
    if (graph_.size() > limits::nodes) what = "the script has too many operations";
    if (depth_ > limits::call_nesting) what = "calls are nested too deeply";
    if (what == nullptr) return;
    diagnostics_.error(span, what, "loops are unrolled and functions copied into their callers");
    throw GiveUp{};
}

Value Builder::evaluate(ExpressionId id) {
    const Expression& expression = ast_.at(id);
    const Level level(&depth_);
    const Origin origin(graph_, context_.is_named ? id : no_origin);
    const PositionScope position(graph_, id);
    spend(expression.span);
    return reported(expression.name_span, expression.children,
                    [&] { return dispatch(expression); });
}

Value Builder::reported(SourceSpan place, std::span<const ExpressionId> arguments,
                        const std::function<Value()>& compute) {
    try {
        return compute();
    } catch (const CallError& error) {
        const auto argument = static_cast<size_t>(error.argument);
        const bool at_argument = error.argument >= 0 && argument < arguments.size();
        diagnostics_.error(at_argument ? ast_.at(arguments[argument]).span : place, error.message,
                           error.hint);
    } catch (const Error& error) {  // for example, for operands of different sizes
        if (error.failure() != Failure::script) throw;
        diagnostics_.error(place, error.what());
    }
    return {};
}

Value Builder::dispatch(const Expression& expression) {
    switch (expression.kind) {
        case ExpressionKind::number:
        case ExpressionKind::boolean:
            return constant(static_cast<float>(expression.number));
        case ExpressionKind::name:
            return name(expression);
        case ExpressionKind::member:
            return member(expression);
        case ExpressionKind::call:
            return call(expression);
        case ExpressionKind::unary:
            return unary(expression);
        case ExpressionKind::binary:
            return binary(expression);
        case ExpressionKind::conditional:
            return conditional(expression);
    }
    return {};
}

Value& Builder::variable(const Slot& slot) {
    return (slot.global ? globals_ : *locals_)[static_cast<size_t>(slot.index)];
}

Value Builder::name(const Expression& expression) {
    if (expression.builtin == nullptr) return variable(expression.slot);
    Call call(state_, {}, {}, {});
    return expression.builtin->lower(call);
}

Value Builder::member(const Expression& expression) {
    const Value value = evaluate(expression.children[0]);
    if (value.components == 0) return {};
    return scalar(value.node[static_cast<size_t>(expression.component)]);
}

Value Builder::apply(Op op, std::initializer_list<Value> operands) {
    return apply(op, std::span(operands.begin(), operands.size()));
}

// Applies the operation to each component. An operand with one component is used for all components
// of the result.
Value Builder::apply(Op op, std::span<const Value> operands) {
    Value result;
    for (const Value& operand : operands) {
        if (operand.components == 0) return {};
        result.components = std::max(result.components, operand.components);
    }
    for (int i = 0; i < result.components; ++i) {
        std::vector<NodeId> nodes;
        for (const Value& operand : operands)
            nodes.push_back(operand.node[operand.components == 1 ? 0 : static_cast<size_t>(i)]);
        result.node[static_cast<size_t>(i)] = graph_.operation(op, nodes);
    }
    return result;
}

Value Builder::truth(const Value& value, Type type) {
    return type == Type::boolean ? value : apply(Op::less, {constant(0), value});
}

Value Builder::unary(const Expression& expression) {
    const Value value = evaluate(expression.children[0]);
    if (expression.op == Operator::negate) return apply(Op::negate, {value});
    return apply(Op::less_equal, {value, constant(0)});
}

Value Builder::binary(const Expression& expression) {
    const Value left = evaluate(expression.children[0]);
    const bool both = expression.op == Operator::logical_and;
    const bool lazy = both || expression.op == Operator::logical_or;
    if (lazy && left.components == 1 && graph_.at(left.node[0]).kind == NodeKind::constant) {
        const bool yes = graph_.at(left.node[0]).value > 0;
        if (yes != both)  // as in C, the right operand is not evaluated
            return spread(constant(yes ? 1.0f : 0.0f), components_of(expression.type));
    }
    return operate(expression, left, evaluate(expression.children[1]));
}

Value Builder::operate(const Expression& expression, const Value& left, const Value& right) {
    const auto type = [&](size_t i) { return ast_.at(expression.children[i]).type; };
    switch (expression.op) {
        case Operator::add:
            return apply(Op::add, {left, right});
        case Operator::subtract:
            return apply(Op::subtract, {left, right});
        case Operator::multiply:
            return apply(Op::multiply, {left, right});
        case Operator::divide:
            return apply(Op::divide, {left, right});
        case Operator::modulo:
            return apply(Op::mod, {left, right});
        case Operator::less:
            return apply(Op::less, {left, right});
        case Operator::less_equal:
            return apply(Op::less_equal, {left, right});
        case Operator::greater:
            return apply(Op::less, {right, left});
        case Operator::greater_equal:
            return apply(Op::less_equal, {right, left});
        case Operator::equal:
            return apply(Op::equal, {left, right});
        case Operator::not_equal:
            return apply(Op::subtract, {constant(1), apply(Op::equal, {left, right})});
        case Operator::logical_and:
            return apply(Op::min, {truth(left, type(0)), truth(right, type(1))});
        case Operator::logical_or:
            return apply(Op::max, {truth(left, type(0)), truth(right, type(1))});
        default:
            return {};
    }
}

// Evaluates `condition ? a : b`. If the condition is a constant, evaluates only the chosen side, as
// C does.
Value Builder::conditional(const Expression& expression) {
    const Value condition = evaluate(expression.children[0]);
    if (condition.components == 0) return {};
    const int components = components_of(expression.type);
    const Node& node = graph_.at(condition.node[0]);
    if (condition.components == 1 && node.kind == NodeKind::constant)
        return spread(evaluate(expression.children[node.value > 0 ? 1 : 2]), components);
    const Value yes = evaluate(expression.children[1]);
    const Value no = evaluate(expression.children[2]);
    return spread(apply(Op::select, {condition, yes, no}), components);
}

Value Builder::convert(const Value& value, Type from, Type to, ExpressionId where) {
    if (value.components == 0) return {};
    if (to == Type::color) return spread(value, 3);
    if (to != Type::whole || from != Type::number) return value;
    const std::optional<float> constant = constants_.structural_value(value.node[0]);
    const SourceSpan span = ast_.at(where).span;
    if (!constant.has_value()) {
        diagnostics_.error(span, "an int must be known before the first frame, and this is not",
                           "declare it as a float");
    } else if (!(std::fabs(*constant) <= 16777216) || *constant != std::trunc(*constant)) {
        diagnostics_.error(span, "an int is a whole number, and this is " + number_text(*constant),
                           "round(x), floor(x) and trunc(x) give whole numbers");
    } else {
        return value;
    }
    return {};
}

}  // namespace tonelift
