// SPDX-License-Identifier: BSD-2-Clause
// Replaces `include "name";` with the script functions that are compiled into the library. Never
// reads files.
#include <algorithm>

#include "core/algorithms/algorithms.h"
#include "core/common/text.h"
#include "core/language/lexer.h"

namespace tonelift {
namespace {

constexpr std::ptrdiff_t line_tokens = 3;

struct IncludeLine {
    size_t token;
    std::string name;
    SourceSpan span;
    bool found = false;
};

std::vector<IncludeLine> include_lines(const std::vector<Token>& tokens) {
    std::vector<IncludeLine> lines;
    int depth = 0;
    for (size_t i = 0; i + static_cast<size_t>(line_tokens) <= tokens.size(); ++i) {
        depth += tokens[i].is("{") ? 1 : tokens[i].is("}") ? -1 : 0;
        const bool whole = tokens[i].is("include") && tokens[i + 1].kind == TokenKind::string &&
                           tokens[i + 2].is(";");
        if (whole && depth == 0)
            lines.push_back({i, string_value(tokens[i + 1]), tokens[i + 1].span, false});
    }
    return lines;
}

std::string hint_for_include(const std::string& name) {
    std::vector<std::string> names;
    for (const Include& include : includes()) names.emplace_back(include.name);
    return suggestion_and_names(name, names);
}

bool append(SourceText& source, const IncludeLine& line, Diagnostics& diagnostics) {
    const auto all = includes();
    const auto found = std::find_if(
        all.begin(), all.end(), [&](const Include& include) { return line.name == include.name; });
    if (found == all.end()) {
        diagnostics.error(line.span, "there is no " + quote(line.name) + " to include",
                          hint_for_include(line.name));
        return false;
    }
    const std::string name = line.name + ".tl";
    for (const SourceText::Part& part : source.included) {
        if (part.name != name) continue;
        diagnostics.error(line.span, quote(line.name) + " is included already");
        return false;
    }
    source.text += '\n';
    source.included.push_back({name, static_cast<int>(source.text.size())});
    source.text += found->source;
    return true;
}

void point_into(const std::string& text, Token& token) {
    const auto [begin, end] = token.span;
    token.text =
        std::string_view(text).substr(static_cast<size_t>(begin), static_cast<size_t>(end - begin));
}

}  // namespace

std::vector<Token> tokenize_with_includes(SourceText& source, Diagnostics& diagnostics) {
    std::vector<Token> own = tokenize(source, diagnostics);
    const bool whole = !diagnostics.failed();
    std::vector<IncludeLine> lines = include_lines(own);
    for (IncludeLine& line : lines) line.found = whole && append(source, line, diagnostics);
    for (Token& token : own)
        point_into(source.text, token);  // append() may have moved the text in memory
    std::vector<Token> result;
    auto from = own.begin();
    size_t part = 0;
    for (const IncludeLine& line : lines) {
        const auto include = own.begin() + static_cast<std::ptrdiff_t>(line.token);
        result.insert(result.end(), from, include);
        from = include + line_tokens;
        if (!line.found) continue;
        const std::vector<Token> inner = tokenize_part(source, part++, diagnostics);
        result.insert(result.end(), inner.begin(), inner.end() - 1);
    }
    result.insert(result.end(), from, own.end());
    return result;
}

}  // namespace tonelift
