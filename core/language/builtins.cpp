// SPDX-License-Identifier: BSD-2-Clause
#include "core/language/builtins.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "core/common/limits.h"
#include "core/language/lexer.h"
#include "core/language/lower.h"
#include "kernels/error.h"
#include "kernels/lasting.h"

namespace tonelift {
namespace {

struct OperationName {
    std::string_view name;
    Op op;
};
constexpr OperationName operations[] = {
#define TONELIFT_OPERATION(name, inputs, outputs, range, cost) {#name, Op::name},
#include "kernels/operations.def"
};

constexpr std::array<std::string_view, 7> kind_names = {"bool",  "int",   "float", "plane",
                                                        "color", "image", "any"};

class SignatureReader {
  public:
    explicit SignatureReader(Builtin& builtin)
        : builtin_(builtin),
          source_{"builtins.def", builtin.signature},
          diagnostics_(source_),
          tokens_(tokenize(source_, diagnostics_)) {}

    void read() {
        builtin_.result = kind();
        require(next().text == builtin_.name);
        builtin_.callable = accept("(");
        if (builtin_.callable && !accept(")")) {
            do {
                builtin_.parameters.push_back(parameter());
            } while (accept(","));
            require(accept(")"));
        }
        require(tokens_[at_].kind == TokenKind::end && !diagnostics_.failed());
    }

  private:
    void require(bool condition) const {
        if (!condition)
            throw Error(Failure::internal, std::string("the signature of the built-in '") +
                                               builtin_.name + "' is wrong");
    }
    const Token& next() { return tokens_[at_ + 1 < tokens_.size() ? at_++ : at_]; }
    bool accept(std::string_view text) {
        if (!tokens_[at_].is(text)) return false;
        next();
        return true;
    }

    Kind kind() {
        const auto found = std::find(kind_names.begin(), kind_names.end(), next().text);
        require(found != kind_names.end());
        return static_cast<Kind>(found - kind_names.begin());
    }

    float number() {
        const bool negative = accept("-");
        const Token& token = next();
        require(token.kind == TokenKind::number);
        return static_cast<float>(negative ? -token.number : token.number);
    }

    BuiltinParameter parameter() {
        BuiltinParameter parameter;
        parameter.constant = accept("const");
        parameter.kind = kind();
        parameter.name = next().text;
        if (accept("(")) {
            parameter.kind = Kind::function;
            do {
                parameter.given.push_back(this->parameter());
            } while (accept(","));
            require(accept(")"));
        }
        parameter.repeated = accept(".") && accept(".") && accept(".");
        parameter.optional = accept("=");
        if (parameter.optional) parameter.default_value = number();
        parameter.limited = accept("in");
        if (!parameter.limited) return parameter;
        require(accept("["));
        parameter.low = number();
        require(accept(","));
        parameter.high = number();
        require(accept("]"));
        return parameter;
    }

    Builtin& builtin_;
    SourceText source_;
    Diagnostics diagnostics_;
    std::vector<Token> tokens_;
    size_t at_ = 0;
};

void link_operation(Builtin& builtin) {
    const auto found =
        std::find_if(std::begin(operations), std::end(operations),
                     [&](const OperationName& row) { return row.name == builtin.name; });
    if (found == std::end(operations))
        throw Error(Failure::internal, std::string("no operation '") + builtin.name + "'");
    builtin.op = found->op;
    builtin.componentwise =
        std::any_of(builtin.parameters.begin(), builtin.parameters.end(),
                    [](const BuiltinParameter& parameter) { return parameter.kind == Kind::any; });
}

#define TONELIFT_LOWER_point(name) nullptr
#define TONELIFT_LOWER_own(name) lower::name

std::vector<Builtin> read_table() {
    std::vector<Builtin> table;
#define TONELIFT_BUILTIN(name, lowering, category, signature, formula, range, source)        \
    table.push_back(                                                                         \
        {#name, Lowering::lowering, Category::category, signature, formula, range, source}); \
    table.back().lower = TONELIFT_LOWER_##lowering(name);
#include "core/language/builtins.def"
    for (Builtin& builtin : table) {
        SignatureReader(builtin).read();
        if (builtin.lowering == Lowering::point) link_operation(builtin);
    }
    return table;
}

const std::vector<Builtin>& table() {
    static const auto& rows = lasting(read_table);
    return rows;
}

}  // namespace

size_t Builtin::required() const {
    return static_cast<size_t>(
        std::count_if(parameters.begin(), parameters.end(),
                      [](const BuiltinParameter& parameter) { return !parameter.optional; }));
}

size_t Builtin::most() const {
    const bool open = !parameters.empty() && parameters.back().repeated;
    return open ? limits::arguments : parameters.size();
}

const BuiltinParameter& Builtin::parameter_of(size_t argument) const {
    return parameters[std::min(argument, parameters.size() - 1)];
}

std::span<const Builtin> builtins() { return table(); }

const Builtin* find_builtin(std::string_view name) {
    static const auto& index = lasting([] {
        std::unordered_map<std::string_view, const Builtin*> map;
        for (const Builtin& builtin : table()) map.emplace(builtin.name, &builtin);
        return map;
    });
    const auto found = index.find(name);
    return found == index.end() ? nullptr : found->second;
}

const char* category_name(Category category) {
    static constexpr std::array<const char*, 9> names = {"arithmetic", "color",    "neighborhood",
                                                         "scan",       "resample", "reduce",
                                                         "time",       "place",    "media"};
    return names[static_cast<size_t>(category)];
}

}  // namespace tonelift
