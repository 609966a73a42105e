// SPDX-License-Identifier: BSD-2-Clause
// Describes the built-in functions and variables of the language, with their parsed signatures.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph/graph.h"
#include "core/language/type.h"

namespace tonelift {

class Call;

enum class Kind : uint8_t { boolean, whole, number, plane, color, image, any, function };

struct BuiltinParameter {
    std::string name;
    Kind kind{};
    bool constant = false;
    bool optional = false;
    float default_value = 0;
    bool limited = false;
    float low = 0;
    float high = 0;
    bool repeated = false;
    std::vector<BuiltinParameter> given{};
};

enum class Category : uint8_t {
    arithmetic,
    color,
    neighborhood,
    scan,
    resample,
    reduce,
    time,
    place,
    media
};

enum class Lowering : uint8_t { point, own };

struct Builtin {
    const char* name;
    Lowering lowering;
    Category category;
    const char* signature;
    const char* formula;
    const char* range;
    const char* source;

    bool callable = true;  // false: the built-in is used like a variable
    Kind result{};
    std::vector<BuiltinParameter> parameters{};
    Op op{};
    bool componentwise = false;
    Value (*lower)(Call&) = nullptr;

    size_t required() const;
    size_t most() const;
    const BuiltinParameter& parameter_of(size_t argument) const;
};

std::span<const Builtin> builtins();
// Returns the built-in with this name, or nullptr if there is none.
const Builtin* find_builtin(std::string_view name);
const char* category_name(Category category);

}  // namespace tonelift
