// SPDX-License-Identifier: BSD-2-Clause
//
// The registry of built-ins: builtins.def with parsed signatures.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph/graph.h"
#include "core/language/type.h"

namespace tonelift {

class Call;

// The kind of a parameter or a result. A parameter of kind any is a float, a plane or a color;
// image is a plane or a color; function is the name of a script function. All other kinds are types
// of the language.
enum class Kind : uint8_t { boolean, whole, number, plane, color, image, any, function };

struct BuiltinParameter {
    std::string name;
    Kind kind{};
    bool constant = false;  // whether the value must be known before the first frame
    bool optional = false;
    float default_value = 0;
    bool limited = false;  // whether low and high are set
    float low = 0;
    float high = 0;
    bool repeated = false;                  // whether the argument may be repeated
    std::vector<BuiltinParameter> given{};  // parameters of a function argument
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

    bool callable = true;  // false: used like a variable
    Kind result{};
    std::vector<BuiltinParameter> parameters{};
    Op op{};                          // operation of lowering `point`
    bool componentwise = false;       // lowering `point` per component
    Value (*lower)(Call&) = nullptr;  // function of lowering `own`

    size_t required() const;  // number of arguments without a default
    size_t most() const;      // maximum number of arguments
    // Returns the parameter that an argument belongs to. The last parameter may have several
    // arguments.
    const BuiltinParameter& parameter_of(size_t argument) const;
};

// Returns all built-ins, in the order of builtins.def.
std::span<const Builtin> builtins();
// Finds a built-in by its name; nullptr if there is none.
const Builtin* find_builtin(std::string_view name);
const char* category_name(Category category);

}  // namespace tonelift
