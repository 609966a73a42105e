// SPDX-License-Identifier: BSD-2-Clause
// Executes a checked script once, and records its operations as a graph.
#pragma once

#include <functional>
#include <span>

#include "core/language/constants.h"
#include "core/language/lower.h"

namespace tonelift {

class Builder {
  public:
    Builder(const Ast& ast, Graph& graph, const BuildContext& context, Diagnostics& diagnostics);
    Script run();

  private:
    enum class Flow : uint8_t { next, returned };
    struct GiveUp {};

    Flow execute(StatementId id);
    Flow execute_all(const std::vector<StatementId>& statements);
    Flow branch(const Statement& statement);
    Flow loop(const Statement& statement);
    void assign(const Statement& statement);
    void output(const Statement& statement);
    std::optional<bool> decide(ExpressionId condition, const std::string& what);
    Script finish();

    // Returns the value of the expression. Reports the error of an invalid expression and returns a
    // value without components.
    Value evaluate(ExpressionId id);
    // Computes a value. Reports an error of the script at `place`, or at the argument that the
    // error names, and returns a value without components.
    Value reported(SourceSpan place, std::span<const ExpressionId> arguments,
                   const std::function<Value()>& compute);
    Value dispatch(const Expression& expression);
    Value name(const Expression& expression);
    Value member(const Expression& expression);
    Value unary(const Expression& expression);
    Value binary(const Expression& expression);
    Value operate(const Expression& expression, const Value& left, const Value& right);
    Value changed(const Statement& statement, const Value& before, const Value& by);
    Value conditional(const Expression& expression);
    Value truth(const Value& value, Type type);

    Value call(const Expression& expression);
    Value construct_color(const Expression& expression);
    Value call_function(const Expression& expression);
    Value run_body(const Expression& name, std::vector<Value> arguments);
    Value run_function(ExpressionId name, std::vector<Value> arguments);
    Value call_builtin(const Expression& expression);
    Value call_point(const Builtin& builtin, const std::vector<Value>& arguments);
    bool constant_argument(const Expression& call, size_t index, const BuiltinParameter& parameter,
                           const Value& value, float* constant);

    Value apply(Op op, std::initializer_list<Value> operands);
    Value apply(Op op, std::span<const Value> operands);
    Value constant(float value) { return scalar(graph_.constant(value)); }
    // Converts `value` from type `from` to type `to`. Reports an error if the result must be an
    // int, but `value` is not a whole number, or is not known before the first frame.
    Value convert(const Value& value, Type from, Type to, ExpressionId where);
    Value& variable(const Slot& slot);
    void spend(SourceSpan span);
    class PositionScope;
    class CallScope;

    const Ast& ast_;
    Graph& graph_;
    const BuildContext& context_;
    Diagnostics& diagnostics_;
    std::vector<float> parameters_;
    Constants constants_;
    BuildState state_;
    std::vector<Value> globals_;
    std::vector<Value>* locals_ = nullptr;
    Value returned_;
    Value output_;
    bool has_output_ = false;
    int depth_ = 0;
    int evaluations_ = 0;
    int iterations_ = 0;
};

class Builder::PositionScope {
  public:
    PositionScope(Graph& graph, int part);
    ~PositionScope() { graph_.set_script_position(outer_); }
    PositionScope(const PositionScope&) = delete;
    PositionScope& operator=(const PositionScope&) = delete;

  private:
    Graph& graph_;
    uint64_t outer_;
};

}  // namespace tonelift
