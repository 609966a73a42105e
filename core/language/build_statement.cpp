// SPDX-License-Identifier: BSD-2-Clause
#include "core/common/limits.h"
#include "core/language/builder.h"

namespace tonelift {

Script Builder::run() {
    graph_.set_script_position(state_.script_position);
    for (size_t i = 0; i < ast_.params.size(); ++i)
        globals_[i] = scalar(
            graph_.parameter(static_cast<int>(i), {ast_.params[i].low, ast_.params[i].high}));
    try {
        execute_all(ast_.top);
        if (!has_output_ && !diagnostics_.failed()) {
            const int end = static_cast<int>(ast_.source.text.size());
            diagnostics_.error({end, end}, "no 'output' was reached",
                               "it is in a branch that is not taken");
        }
    } catch (const GiveUp&) {
        // The error is already in `diagnostics_`.
    }
    diagnostics_.throw_if_failed();
    return finish();
}

Script Builder::finish() {
    Script script;
    script.output = output_;
    script.params = ast_.params;
    script.structural = constants_.structural_params();
    script.structural.resize(ast_.params.size());
    script.scene_change = state_.scene_change;
    script.input_reduction = state_.input_reduction;
    for (size_t i = ast_.params.size(); i < globals_.size(); ++i) {
        if (ast_.slot_names[i].empty() || globals_[i].components == 0) continue;
        script.variables[ast_.slot_names[i]] = globals_[i];
        for (const NodeId node : globals_[i].node) graph_.name_states(node, ast_.slot_names[i]);
    }
    return script;
}

Builder::Flow Builder::execute_all(const std::vector<StatementId>& statements) {
    for (const StatementId id : statements) {
        if (execute(id) == Flow::returned) return Flow::returned;
        if (diagnostics_.full()) throw GiveUp{};
    }
    return Flow::next;
}

Builder::Flow Builder::execute(StatementId id) {
    const Statement& statement = ast_.statement(id);
    spend(statement.span);
    switch (statement.kind) {
        case StatementKind::declare:
        case StatementKind::assign:
            assign(statement);
            return Flow::next;
        case StatementKind::block:
            return execute_all(statement.body);
        case StatementKind::branch:
            return branch(statement);
        case StatementKind::loop:
            return loop(statement);
        case StatementKind::give_back: {
            const Expression& value = ast_.at(statement.expression);
            returned_ = convert(evaluate(statement.expression), value.type, statement.target,
                                statement.expression);
            return Flow::returned;
        }
        case StatementKind::output:
            output(statement);
            return Flow::next;
    }
    return Flow::next;
}

std::optional<bool> Builder::decide(ExpressionId condition, const std::string& what) {
    const Value value = evaluate(condition);
    if (value.components == 0) return std::nullopt;
    const std::optional<float> known = constants_.structural_value(value.node[0]);
    if (known.has_value()) return *known > 0;
    diagnostics_.error(ast_.at(condition).span, what + " must be known before the first frame",
                       "select(condition, a, b) and condition ? a : b choose per frame and pixel");
    return std::nullopt;
}

Builder::Flow Builder::branch(const Statement& statement) {
    const std::optional<bool> yes = decide(statement.expression, "the condition of 'if'");
    if (!yes.has_value()) return Flow::next;
    if (*yes) return execute(statement.body[0]);
    return statement.body.size() > 1 ? execute(statement.body[1]) : Flow::next;
}

Builder::Flow Builder::loop(const Statement& statement) {
    execute(statement.body[0]);
    for (int iterations = 0;;) {
        const std::optional<bool> yes = decide(statement.expression, "the condition of 'for'");
        if (!yes.value_or(false)) return Flow::next;
        if (++iterations_ > limits::iterations) {
            diagnostics_.error(statement.span,
                               "the loops of the script iterate more than " +
                                   std::to_string(limits::iterations) + " times",
                               "check that this loop ends");
            throw GiveUp{};
        }
        const PositionScope iteration(graph_, ++iterations);
        if (execute(statement.body[2]) == Flow::returned) return Flow::returned;
        execute(statement.body[1]);
    }
}

void Builder::assign(const Statement& statement) {
    Value value = evaluate(statement.expression);
    Type type = ast_.at(statement.expression).type;
    Value& target = variable(statement.slot);
    const bool member = !statement.member.empty();
    const auto component = static_cast<size_t>(statement.component);
    if (statement.op != Operator::none) {
        const bool exists = target.components != 0;
        value =
            changed(statement, exists && member ? scalar(target.node[component]) : target, value);
        type = std::max(type, statement.op == Operator::divide ? Type::number : type);
    }
    if (!member) {
        target = convert(value, type, statement.target, statement.expression);
    } else if (value.components != 0 && target.components != 0) {
        target.node[component] = value.node[0];
    } else {
        target = {};
    }
}

// Returns the result of an assignment with an operator, such as +=.
Value Builder::changed(const Statement& statement, const Value& before, const Value& by) {
    Expression operation;
    operation.op = statement.op;
    return reported(statement.name_span, {}, [&] { return operate(operation, before, by); });
}

void Builder::output(const Statement& statement) {
    const Value value = convert(evaluate(statement.expression), ast_.at(statement.expression).type,
                                Type::color, statement.expression);
    if (has_output_)
        return diagnostics_.error(statement.name_span,
                                  "a script has one output, this is the second");
    has_output_ = true;
    output_ = value;
    for (int i = 0; i < value.components; ++i) {
        const Node& node = graph_.at(value.node[static_cast<size_t>(i)]);
        if (node.type != NodeType::plane) continue;
        if (node.width == graph_.width() && node.height == graph_.height()) continue;
        return diagnostics_.error(
            ast_.at(statement.expression).span,
            "the output is " + grid_text(node.width, node.height) + " pixels, the input " +
                grid_text(graph_.width(), graph_.height()),
            "upsample() and joint_upsample() bring a plane to the size of the input");
    }
}

}  // namespace tonelift
