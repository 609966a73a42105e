// SPDX-License-Identifier: BSD-2-Clause
// dictionary NAME: prints words that libFuzzer inserts into its inputs. NAME is `script` for words
// of the language, or `options` for names and values of options.
#include <cstdio>
#include <cstring>

#include "core/algorithms/algorithms.h"
#include "core/common/options.h"
#include "core/language/builtins.h"
#include "core/language/lexer.h"

namespace {

using namespace tonelift;

void word(std::string_view text) {
    std::putchar('"');
    for (const char c : text) std::printf(c == '"' || c == '\\' ? "\\%c" : "%c", c);
    std::puts("\"");
}

void words_of_scripts() {
    for (const std::string_view keyword : keywords()) word(keyword);
    for (const Builtin& builtin : builtins())
        word(std::string(builtin.name) + (builtin.callable ? "(" : ""));
    for (const Include& include : includes())
        word(std::string("include \"") + include.name + "\";");
    for (const char* text : {"output input;", "param float p = 0.5 in [0, 1];", "input.r", "color(",
                             "for (int i = 0; i < 3; i++) ", "plane base = ", "plane texture = ",
                             "plane gain = ", "plane skin = ", "return ", "+=", "64", "16384"})
        word(text);
}

void words_of_options() {
    for (const Option& option : options()) {
        word(option.name + "=");
        for (const OptionValue& value : option.values) word(value.name);
    }
    for (const char* text : {"nan", "inf", "-1", "1e308", "0x1p3"}) word(text);
}

}  // namespace

int main(int count, char** values) {
    const char* const name = count == 2 ? values[1] : "";
    if (std::strcmp(name, "script") == 0)
        words_of_scripts();
    else if (std::strcmp(name, "options") == 0)
        words_of_options();
    else
        return 2;
    return 0;
}
