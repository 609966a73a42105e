// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/emit/ptx_functions.h"

#include <vector>

namespace tonelift::ptx {
namespace {

constexpr const char* results = ".param .align 4 .b8 results[12]";

std::string parameter(size_t i) { return "a" + std::to_string(i); }
std::string declared(size_t i) { return ".param .b32 " + parameter(i); }
std::string place(const std::string& name, int i = 0) {
    return "[" + name + "+" + std::to_string(4 * i) + "]";
}

std::string definition_of(std::span<const Number> arguments, const Functions::Body& body) {
    cuda::PtxWriter to("g");
    const WritingScope scope(to);
    std::vector<Number> inside;
    std::string parameters;
    for (const Number& argument : arguments) {
        const size_t i = inside.size();
        inside.push_back(argument);
        if (argument.known()) continue;
        parameters += (parameters.empty() ? "" : ", ") + declared(i);
        inside.back() = Number(to.number("ld.param.f32", {place(parameter(i))}));
    }
    const Triple<Number> made = body(inside);
    to.line("st.param.f32", {place("results", 0), made.x.text()});
    to.line("st.param.f32", {place("results", 1), made.y.text()});
    to.line("st.param.f32", {place("results", 2), made.z.text()});
    to.append("ret;\n");
    return "(" + parameters + ")\n" + to.scope();
}

}  // namespace

Triple<Number> Functions::call(std::span<const Number> arguments, const Body& body) {
    const std::string name = name_of(definition_of(arguments, body));
    cuda::PtxWriter& to = writer();
    to.append("{\n" + std::string(results) + ";\n");
    std::string list;
    for (size_t i = 0; i < arguments.size(); ++i) {
        if (arguments[i].known()) continue;
        to.append(declared(i) + ";\n");
        to.line("st.param.f32", {place(parameter(i)), arguments[i].text()});
        list += (list.empty() ? "" : ", ") + parameter(i);
    }
    to.line("call", {"(results)", name, "(" + list + ")"});
    const auto result = [&](int i) {
        return Number(to.number("ld.param.f32", {place("results", i)}));
    };
    const Triple<Number> made = {result(0), result(1), result(2)};
    to.append("}\n");
    return made;
}

std::string Functions::name_of(const std::string& definition) {
    return names_.emplace(definition, "function_" + std::to_string(names_.size())).first->second;
}

std::string Functions::text() const {
    std::string all;
    for (const auto& [definition, name] : names_)
        all += ".func (" + std::string(results) + ") " + name + definition;
    return all;
}

}  // namespace tonelift::ptx
