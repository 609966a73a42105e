// SPDX-License-Identifier: BSD-2-Clause
// Parses declarations and statements by recursive descent.
#include "core/language/parser.h"

#include <algorithm>

#include "core/common/limits.h"
#include "core/common/text.h"
#include "core/language/foreign.h"
#include "core/language/parser_state.h"
#include "core/language/view_names.h"

namespace tonelift {
namespace {

class Parser {
  public:
    Parser(Ast& ast, const std::vector<Token>& tokens, Diagnostics& diagnostics)
        : ast_(ast), in_(tokens, diagnostics), expressions_(ast, in_) {}

    void run() {
        while (!in_.at_end() && !in_.diagnostics.full()) recover([this] { item(); });
    }

  private:
    template <typename Part>
    void recover(Part part) {
        const size_t before = in_.position();
        try {
            part();
        } catch (const SyntaxError&) {
            in_.synchronize(before);
        }
    }

    void item() {
        if (in_.peek().is("param")) return param();
        if (in_.peek().is("include"))
            in_.fail(in_.peek().span, "this is not an include",
                     "write it like: include \"tones\";");
        if (in_.peek().is("}")) in_.fail(in_.peek().span, "this '}' closes no block");
        if (in_.peek().text == "view" && in_.peek(1).kind == TokenKind::name &&
            in_.peek(2).is("=")) {
            ast_.top.push_back(view());
            return;
        }
        const bool typed = type_from_name(in_.peek().text) != Type::error;
        if (typed && in_.peek(1).kind == TokenKind::name && in_.peek(2).is("(")) return function();
        const StatementId id = statement();
        if (id != no_id) ast_.top.push_back(id);
    }

    // --- params

    void param() {
        const Token keyword = in_.next();
        ScriptParam param;
        const Token type = in_.next();
        param.kind = param_kind(type);
        const Token name = in_.expect_name("a name for the param");
        param.name = name.text;
        in_.expect("=", "before the default value");
        param.default_value = param_value(param.kind);
        if (param.kind == ParamKind::boolean)
            param.high = 1;
        else
            param_range(&param);
        if (in_.peek().kind == TokenKind::string) param.help = string_value(in_.next());
        in_.expect(";", "after the param");
        if (ast_.params.size() >= limits::params)
            in_.fail(keyword.span, "the script has too many params; allowed is " +
                                       std::to_string(limits::params));
        ast_.params.push_back(param);
        ast_.param_spans.push_back(name.span);
    }

    ParamKind param_kind(const Token& type) {
        if (type.is("float")) return ParamKind::number;
        if (type.is("int")) return ParamKind::whole;
        if (type.is("bool")) return ParamKind::boolean;
        in_.fail(type.span, "a param is a float, an int or a bool",
                 "write it like: param float strength = 0.7 in [0, 1] \"help\";");
    }

    float param_value(ParamKind kind) {
        if (kind == ParamKind::boolean) {
            const Token token = in_.next();
            if (!token.is("true") && !token.is("false"))
                in_.fail(token.span, "the default of a bool is true or false");
            return token.is("true") ? 1 : 0;
        }
        const bool negative = in_.accept("-");
        const Token token = in_.next();
        if (token.kind != TokenKind::number) in_.fail(token.span, "expected a number");
        if (kind == ParamKind::whole && !token.whole)
            in_.error(token.span, "an int param is a whole number", "declare it as a float");
        return static_cast<float>(negative ? -token.number : token.number);
    }

    void param_range(ScriptParam* param) {
        if (!in_.peek().is("in"))
            in_.fail(in_.after_previous(), "param '" + param->name + "' needs its range",
                     "write it after the default value, like: in [0, 1]");
        in_.next();
        in_.expect("[", "before the range");
        param->low = param_value(param->kind);
        in_.expect(",", "between the ends of the range");
        param->high = param_value(param->kind);
        in_.expect("]", "after the range");
    }

    // --- views

    // Parses the declaration of a view. `view` is not a keyword, so scripts can have variables with
    // this name.
    StatementId view() {
        Statement declaration = make(StatementKind::declare, in_.next());
        declaration.type = Type::plane;
        const Token name = in_.next();
        if (std::find(view_names.begin(), view_names.end(), name.text) == view_names.end())
            in_.fail(name.span, quote(name.text) + " is not a view",
                     "allowed are base, detail, gain and skin");
        declaration.name = view_variable(name.text);
        declaration.name_span = name.span;
        in_.expect("=", "after the name of the view");
        declaration.expression = expressions_.parse();
        in_.expect(";", "after the view");
        return add(std::move(declaration));
    }

    // --- functions

    void function() {
        Function function;
        function.result = type_from_name(in_.next().text);
        const Token name = in_.next();
        function.name = name.text;
        function.span = name.span;
        function.position = ast_.top.size();
        in_.expect("(", "after the name");
        if (!in_.accept(")")) {
            do {
                function.parameters.push_back(parameter());
            } while (in_.accept(","));
            in_.expect(")", "after the parameters");
        }
        if (!in_.peek().is("{"))
            in_.fail(in_.peek().span, "expected '{' and the body of '" + function.name + "'");
        function.body = statement();
        ast_.functions.push_back(std::move(function));
    }

    ParameterDeclaration parameter() {
        const Token type = in_.next();
        ParameterDeclaration declaration;
        declaration.type = type_from_name(type.text);
        if (declaration.type == Type::error)
            in_.fail(type.span, "expected the type of a parameter",
                     "parameters are written like: plane v, float amount");
        const Token name = in_.expect_name("a name for the parameter");
        declaration.name = name.text;
        declaration.span = name.span;
        return declaration;
    }

    // --- statements

    StatementId add(Statement statement) {
        statement.span.end = in_.previous().span.end;
        ast_.statements.push_back(std::move(statement));
        return static_cast<StatementId>(ast_.statements.size()) - 1;
    }

    static Statement make(StatementKind kind, const Token& first) {
        Statement statement;
        statement.kind = kind;
        statement.span = first.span;
        return statement;
    }

    StatementId statement() {
        const Nesting nesting(in_);
        const Token& first = in_.peek();
        if (in_.accept(";")) return no_id;
        if (first.is("{")) return block();
        if (first.is("if")) return branch();
        if (first.is("for")) return loop();
        if (first.is("return") || first.is("output")) return result();
        const StatementId id = simple();
        in_.expect(";", "");
        return id;
    }

    StatementId block() {
        const Token open = in_.next();
        Statement block = make(StatementKind::block, open);
        while (!in_.peek().is("}")) {
            if (in_.at_end()) in_.fail(open.span, "this '{' has no '}'");
            recover([&] {
                const StatementId id = statement();
                if (id != no_id) block.body.push_back(id);
            });
            if (in_.diagnostics.full()) throw SyntaxError{};
        }
        in_.next();
        return add(std::move(block));
    }

    StatementId body() {
        const Token first = in_.peek();
        const StatementId id = statement();
        return id != no_id ? id : add(make(StatementKind::block, first));
    }

    StatementId branch() {
        Statement branch = make(StatementKind::branch, in_.next());
        in_.expect("(", "after 'if'");
        branch.expression = expressions_.parse();
        in_.expect(")", "after the condition");
        branch.body.push_back(body());
        if (in_.accept("else")) branch.body.push_back(body());
        return add(std::move(branch));
    }

    StatementId loop() {
        Statement loop = make(StatementKind::loop, in_.next());
        in_.expect("(", "after 'for'");
        loop.body.push_back(simple());
        in_.expect(";", "after the start of the loop");
        loop.expression = expressions_.parse();
        in_.expect(";", "after the condition of the loop");
        loop.body.push_back(simple());
        in_.expect(")", "after the step of the loop");
        loop.body.push_back(body());
        return add(std::move(loop));
    }

    StatementId result() {
        const Token first = in_.next();
        Statement result =
            make(first.is("output") ? StatementKind::output : StatementKind::give_back, first);
        result.name_span = first.span;
        result.expression = expressions_.parse();
        in_.expect(";", "");
        return add(std::move(result));
    }

    StatementId simple() {
        const Token first = in_.peek();
        if (type_from_name(first.text) != Type::error && first.kind == TokenKind::keyword)
            return declaration();
        if (first.is("++") || first.is("--")) return step(true);
        if (first.kind == TokenKind::name) return assignment();
        reject_statement(first);
    }

    [[noreturn]] void reject_statement(const Token& token) {
        static constexpr std::array<std::string_view, 8> foreign = {
            "while", "do", "switch", "break", "continue", "goto", "struct", "void"};
        const std::string name(token.text);
        if (std::find(foreign.begin(), foreign.end(), token.text) != foreign.end())
            in_.fail(token.span, "the language has no '" + name + "'",
                     "there are if, for with constant bounds, and functions");
        if (token.is("const"))
            in_.fail(token.span, "'const' is not needed", "declare it like: float gain = 2;");
        if (token.is("param"))
            in_.fail(token.span, "'param' is only allowed outside of blocks and functions");
        if (token.is("include"))
            in_.fail(token.span, "'include' is only allowed outside of blocks and functions");
        if (token.kind == TokenKind::end) in_.fail(token.span, "the script ends in mid-statement");
        in_.fail(token.span, "expected a statement, found '" + name + "'");
    }

    StatementId declaration() {
        const Token type = in_.next();
        Statement declaration = make(StatementKind::declare, type);
        declaration.type = type_from_name(type.text);
        const Token name = in_.expect_name("a name after '" + std::string(type.text) + "'");
        declaration.name = name.text;
        declaration.name_span = name.span;
        if (in_.peek().is("("))
            in_.fail(name.span, "functions are declared outside of blocks and functions");
        if (!in_.accept("="))
            in_.fail(in_.after_previous(), quote(declaration.name) + " needs a value",
                     "write: " + std::string(type.text) + " " + declaration.name + " = ...;");
        declaration.expression = expressions_.parse();
        return add(std::move(declaration));
    }

    StatementId assignment() {
        if (in_.peek(1).is("(")) {
            const Token name = in_.peek();
            in_.fail(name.span, "the value of '" + std::string(name.text) + "' is not used",
                     "a call changes nothing by itself; put its value into a variable");
        }
        if (in_.peek(1).is("++") || in_.peek(1).is("--")) return step(false);
        Statement assignment = make(StatementKind::assign, in_.peek());
        const Token name = in_.next();
        assignment.name = name.text;
        assignment.name_span = name.span;
        if (in_.accept(".")) assignment.member = in_.expect_name("a component: r, g or b").text;
        const Token sign = in_.next();
        assignment.op = assignment_operator(sign);
        assignment.expression = expressions_.parse();
        return add(std::move(assignment));
    }

    Operator assignment_operator(const Token& sign) {
        if (sign.is("=")) return Operator::none;
        if (sign.is("+=")) return Operator::add;
        if (sign.is("-=")) return Operator::subtract;
        if (sign.is("*=")) return Operator::multiply;
        if (sign.is("/=")) return Operator::divide;
        if (sign.is("%=")) return Operator::modulo;
        const Token name = in_.before_previous();
        if (sign.kind == TokenKind::name || sign.kind == TokenKind::keyword) {
            const std::vector<std::string> types = {"plane", "float", "color",  "int",
                                                    "bool",  "param", "output", "return"};
            const std::string hint = name_hint(name.text, types);
            in_.fail(name.span, quote(name.text) + " is not a type",
                     hint.empty() ? "allowed are plane, float, color, int and bool" : hint);
        }
        in_.fail(sign.span, "expected '=' or another assignment here", name_hint(name.text, {}));
    }

    StatementId step(bool sign_first) {
        Statement assignment = make(StatementKind::assign, in_.peek());
        Token sign = in_.next();
        Token name = sign;
        if (sign_first)
            name = in_.expect_name("a variable");
        else
            sign = in_.next();
        assignment.name = name.text;
        assignment.name_span = name.span;
        assignment.op = sign.is("++") ? Operator::add : Operator::subtract;
        assignment.expression = expressions_.one(sign.span);
        return add(std::move(assignment));
    }

    Ast& ast_;
    ParserState in_;
    ExpressionParser expressions_;
};

}  // namespace

void parse(Ast& ast, Diagnostics& diagnostics) {
    const std::vector<Token> tokens = tokenize_with_includes(ast.source, diagnostics);
    Parser(ast, tokens, diagnostics).run();
}

}  // namespace tonelift
