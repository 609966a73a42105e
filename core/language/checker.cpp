// SPDX-License-Identifier: BSD-2-Clause
#include "core/language/checker.h"

#include "core/common/text.h"
#include "core/language/expression_checker.h"

namespace tonelift {
namespace {

class Checker {
  public:
    Checker(Ast& ast, Diagnostics& diagnostics)
        : ast_(ast), diagnostics_(diagnostics), expressions_(ast, diagnostics, scopes_) {}

    void run() {
        scopes_.open();
        declare_params();
        size_t function = 0;
        for (size_t i = 0; i <= ast_.top.size(); ++i) {
            while (function < ast_.functions.size() && ast_.functions[function].position == i)
                check_function(function++);
            if (i < ast_.top.size() && !diagnostics_.full()) statement(ast_.top[i]);
        }
        ast_.slots = slots_;
        ast_.slot_names.resize(static_cast<size_t>(slots_));
        if (!outputs_ && !diagnostics_.full())
            diagnostics_.error(end(), "the script has no output", "end it with: output ...;");
    }

  private:
    SourceSpan end() const {
        const std::string_view own(ast_.source.text.data(),
                                   static_cast<size_t>(ast_.source.own_size()));
        const int size = static_cast<int>(own.find_last_not_of(" \t\r\n") + 1);
        return {size, size};
    }

    void declare_params() {
        for (size_t i = 0; i < ast_.params.size(); ++i) {
            const ScriptParam& param = ast_.params[i];
            const Type type = param.kind == ParamKind::boolean ? Type::boolean
                              : param.kind == ParamKind::whole ? Type::whole
                                                               : Type::number;
            declare(param.name, ast_.param_spans[i], type, true);
            check_range(param, ast_.param_spans[i]);
        }
    }

    void check_range(const ScriptParam& param, SourceSpan span) {
        const std::string range = range_text(param.low, param.high);
        if (param.low > param.high) {
            diagnostics_.error(span,
                               "the range " + range + " of " + quote(param.name) + " is empty");
        } else if (param.default_value < param.low || param.default_value > param.high) {
            diagnostics_.error(span, "the default " + number_text(param.default_value) + " of " +
                                         quote(param.name) + " is outside its range " + range);
        }
    }

    // Returns whether the built-in is the input picture or a stream property. Top-level variables
    // cannot have such a name.
    static bool is_of_stream(const Builtin& builtin) { return builtin.category == Category::media; }

    Slot declare(const std::string& name, SourceSpan span, Type type, bool param = false) {
        const Slot slot = {!in_function_, in_function_ ? function_slots_++ : slots_++};
        const Builtin* builtin = find_builtin(name);
        const bool top = !in_function_ && scopes_.depth() == 1;
        if (top && builtin != nullptr && !builtin->callable && (param || is_of_stream(*builtin)))
            diagnostics_.error(span, quote(name) + " is built in: " + builtin->signature,
                               "choose another name");
        else if (!scopes_.declare(name, {slot, type, param}))
            diagnostics_.error(span, quote(name) + " is declared already");
        if (top) {
            ast_.slot_names.resize(static_cast<size_t>(slots_));
            ast_.slot_names.back() = name;
        }
        return slot;
    }

    void check_function(size_t index) {
        Function& function = ast_.functions[index];
        for (size_t i = 0; i < index; ++i) {
            if (ast_.functions[i].name == function.name)
                diagnostics_.error(function.span,
                                   "the function " + quote(function.name) + " is declared already");
        }
        in_function_ = expressions_.inside_function = true;
        result_ = function.result;
        name_ = function.name;
        function_slots_ = 0;
        scopes_.open();
        for (const ParameterDeclaration& parameter : function.parameters)
            declare(parameter.name, parameter.span, parameter.type);
        statement(function.body);
        scopes_.close();
        function.slots = function_slots_;
        in_function_ = expressions_.inside_function = false;
        expressions_.visible_functions = index + 1;
        if (!returns(function.body))
            diagnostics_.error(function.span, quote(function.name) + " can end without a return");
    }

    bool returns(StatementId id) const {
        const Statement& statement = ast_.statement(id);
        if (statement.kind == StatementKind::give_back) return true;
        if (statement.kind == StatementKind::branch)
            return statement.body.size() == 2 && returns(statement.body[0]) &&
                   returns(statement.body[1]);
        if (statement.kind != StatementKind::block) return false;
        for (const StatementId inner : statement.body) {
            if (returns(inner)) return true;
        }
        return false;
    }

    void statement(StatementId id) {
        if (diagnostics_.full()) return;
        Statement& statement = ast_.statement(id);
        switch (statement.kind) {
            case StatementKind::declare:
                return declaration(statement);
            case StatementKind::assign:
                return assignment(statement);
            case StatementKind::block:
                scopes_.open();
                for (const StatementId inner : statement.body) this->statement(inner);
                scopes_.close();
                return;
            case StatementKind::branch:
                condition(statement.expression, "the condition of 'if' is");
                for (const StatementId inner : statement.body) scoped(inner);
                return;
            case StatementKind::loop:
                return loop(statement);
            case StatementKind::give_back:
                return give_back(statement);
            case StatementKind::output:
                return output(statement);
        }
    }

    void scoped(StatementId id) {
        scopes_.open();
        statement(id);
        scopes_.close();
    }

    void condition(ExpressionId id, const std::string& what) {
        const Type type = expressions_.check(id);
        if (promotes(type, Type::number)) return;
        diagnostics_.error(
            ast_.at(id).span,
            what + " known before the first frame, and this is a " + std::string(type_name(type)),
            "select(condition, a, b) and condition ? a : b choose per pixel");
    }

    void declaration(Statement& statement) {
        expressions_.check_as(statement.expression, statement.type, quote(statement.name) + " is");
        statement.target = statement.type;
        statement.slot = declare(statement.name, statement.name_span, statement.type);
    }

    void assignment(Statement& statement) {
        const Symbol* symbol = scopes_.find(statement.name);
        if (symbol == nullptr || symbol->param || (in_function_ && symbol->slot.global)) {
            expressions_.check(statement.expression);
            return reject_assignment(statement, symbol);
        }
        statement.slot = symbol->slot;
        statement.target = symbol->type;
        Type wanted = symbol->type;
        std::string what = quote(statement.name) + " is";
        if (!statement.member.empty()) {
            statement.component =
                expressions_.component(statement.member, statement.name_span, symbol->type);
            wanted = Type::plane;
            what = "a component is";
        }
        if (wanted == Type::boolean && statement.op != Operator::none)
            diagnostics_.error(statement.name_span, "a bool cannot be incremented");
        expressions_.check_as(statement.expression, wanted, what);
    }

    void reject_assignment(const Statement& statement, const Symbol* symbol) {
        const std::string quoted = quote(statement.name);
        const Builtin* builtin = find_builtin(statement.name);
        if (symbol == nullptr && builtin != nullptr && !builtin->callable)
            return diagnostics_.error(statement.name_span,
                                      quoted + " is built in and cannot be changed");
        if (symbol == nullptr)
            return expressions_.unknown_name(statement.name, statement.name_span);
        if (symbol->param)
            return diagnostics_.error(statement.name_span,
                                      quoted + " is a param and cannot be changed",
                                      "put it into a variable of another name first");
        diagnostics_.error(
            statement.name_span,
            quoted + " belongs to the script; a function changes only its own variables");
    }

    void loop(Statement& statement) {
        scopes_.open();
        const std::vector<StatementId>& parts = statement.body;
        this->statement(parts[0]);
        condition(statement.expression, "the condition of 'for' is");
        this->statement(parts[1]);
        scoped(parts[2]);
        scopes_.close();
    }

    void give_back(Statement& statement) {
        statement.target = result_;
        if (!in_function_) {
            expressions_.check(statement.expression);
            return diagnostics_.error(statement.name_span, "'return' is outside of a function",
                                      "a script ends in: output ...;");
        }
        expressions_.check_as(statement.expression, result_, quote(name_) + " returns");
    }

    void output(const Statement& statement) {
        outputs_ = true;
        if (in_function_)
            diagnostics_.error(statement.name_span, "'output' is inside a function",
                               "a function ends in: return ...;");
        expressions_.check_as(statement.expression, Type::color, "the output is");
    }

    Ast& ast_;
    Diagnostics& diagnostics_;
    Scopes scopes_;
    ExpressionChecker expressions_;
    int slots_ = 0;
    int function_slots_ = 0;
    bool in_function_ = false;
    bool outputs_ = false;
    Type result_{};
    std::string name_;
};

}  // namespace

void check(Ast& ast, Diagnostics& diagnostics) { Checker(ast, diagnostics).run(); }

}  // namespace tonelift
