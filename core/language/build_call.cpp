// SPDX-License-Identifier: BSD-2-Clause
#include <cmath>
#include <utility>

#include "core/common/text.h"
#include "core/language/builder.h"

namespace tonelift {
namespace {

std::string argument_text(const Expression& call, size_t index, const std::string& name) {
    return "argument " + std::to_string(index + 1) + " of '" + call.name + "' (" + name + ")";
}

}  // namespace

// While it exists, a call of a script function runs.
class Builder::CallScope {
  public:
    CallScope(Builder& builder, const Expression& name, std::vector<Value>& locals)
        : builder_(builder), outer_(std::exchange(builder.locals_, &locals)) {
        const auto function = static_cast<size_t>(name.function);
        builder.diagnostics_.enter_call(builder.ast_.functions[function].name, name.name_span);
    }
    ~CallScope() {
        builder_.diagnostics_.leave_call();
        builder_.locals_ = outer_;
    }
    CallScope(const CallScope&) = delete;
    CallScope& operator=(const CallScope&) = delete;

  private:
    Builder& builder_;
    std::vector<Value>* outer_;
};

Value Builder::call(const Expression& expression) {
    if (expression.function != no_id) return call_function(expression);
    if (expression.builtin != nullptr) return call_builtin(expression);
    return construct_color(expression);
}

Value Builder::construct_color(const Expression& expression) {
    std::vector<Value> values;
    for (const ExpressionId child : expression.children) {
        values.push_back(evaluate(child));
        if (values.back().components == 0) return {};
    }
    if (values.size() == 1) return convert(values[0], Type::plane, Type::color, no_id);
    return color(values[0].node[0], values[1].node[0], values[2].node[0]);
}

Value Builder::call_function(const Expression& expression) {
    const Function& function = ast_.functions[static_cast<size_t>(expression.function)];
    std::vector<Value> arguments;
    for (size_t i = 0; i < function.parameters.size(); ++i) {
        const ExpressionId argument = expression.children[i];
        arguments.push_back(convert(evaluate(argument), ast_.at(argument).type,
                                    function.parameters[i].type, argument));
        if (arguments.back().components == 0) return {};
    }
    return run_body(expression, std::move(arguments));
}

Value Builder::run_function(ExpressionId name, std::vector<Value> arguments) {
    const Expression& expression = ast_.at(name);
    const Function& function = ast_.functions[static_cast<size_t>(expression.function)];
    for (size_t i = 0; i < arguments.size(); ++i) {
        const Type type = arguments[i].components == 3 ? Type::color : Type::number;
        arguments[i] = convert(arguments[i], type, function.parameters[i].type, name);
        if (arguments[i].components == 0) return {};
    }
    return run_body(expression, std::move(arguments));
}

// Executes the body of the script function that the expression `name` names. The arguments must
// already have the types of the parameters.
Value Builder::run_body(const Expression& name, std::vector<Value> arguments) {
    const Function& function = ast_.functions[static_cast<size_t>(name.function)];
    std::vector<Value> locals = std::move(arguments);
    locals.resize(static_cast<size_t>(function.slots));
    const CallScope scope(*this, name, locals);
    returned_ = {};
    execute(function.body);
    return std::exchange(returned_, {});
}

Value Builder::call_builtin(const Expression& expression) {
    const Builtin& builtin = *expression.builtin;
    const auto& parameters = builtin.parameters;
    std::vector<Value> arguments;
    for (size_t i = 0; i < expression.children.size(); ++i) {
        const bool function = builtin.parameter_of(i).kind == Kind::function;
        arguments.push_back(function ? Value{} : evaluate(expression.children[i]));
        if (!function && arguments.back().components == 0) return {};
    }
    while (arguments.size() < parameters.size())
        arguments.push_back(constant(parameters[arguments.size()].default_value));

    std::vector<float> constants(arguments.size());
    for (size_t i = 0; i < arguments.size(); ++i) {
        const BuiltinParameter& parameter = builtin.parameter_of(i);
        if (parameter.kind == Kind::color)
            arguments[i] = convert(arguments[i], Type::plane, Type::color, no_id);
        if (parameter.constant &&
            !constant_argument(expression, i, parameter, arguments[i], &constants[i]))
            return {};
    }
    if (builtin.lowering == Lowering::point) return call_point(builtin, arguments);
    Call call(state_, expression.children, std::move(arguments), std::move(constants));
    return builtin.lower(call);
}

bool Builder::constant_argument(const Expression& call, size_t index,
                                const BuiltinParameter& parameter, const Value& value,
                                float* constant) {
    const std::optional<float> known = constants_.structural_value(value.node[0]);
    const SourceSpan span =
        index < call.children.size() ? ast_.at(call.children[index]).span : call.name_span;
    const std::string text = argument_text(call, index, parameter.name);
    if (!known.has_value()) {
        diagnostics_.error(span, text + " must be known before the first frame",
                           "numbers, params and values computed from them are");
        return false;
    }
    *constant = *known;
    const bool whole = parameter.kind == Kind::whole;
    if (!std::isfinite(*known) || (whole && *known != std::trunc(*known))) {
        diagnostics_.error(span, text + " is " + number_text(*known) + "; allowed is a " +
                                     (whole ? "whole" : "finite") + " number");
        return false;
    }
    if (parameter.limited && (*known < parameter.low || *known > parameter.high)) {
        diagnostics_.error(span,
                           text + " is " + number_text(*known) + "; allowed is " +
                               number_text(parameter.low) + " to " + number_text(parameter.high),
                           call.builtin->signature);
        return false;
    }
    return true;
}

Value Builder::call_point(const Builtin& builtin, const std::vector<Value>& arguments) {
    if (builtin.componentwise) return apply(builtin.op, arguments);
    std::vector<NodeId> nodes;
    for (const Value& argument : arguments)
        nodes.insert(nodes.end(), argument.node.begin(),
                     argument.node.begin() + argument.components);
    if (builtin.result != Kind::color) return scalar(graph_.operation(builtin.op, nodes));
    return color(graph_.operation(builtin.op, nodes, 0), graph_.operation(builtin.op, nodes, 1),
                 graph_.operation(builtin.op, nodes, 2));
}

}  // namespace tonelift
