// SPDX-License-Identifier: BSD-2-Clause
//
// The registry of built-ins: builtins.def with its signatures read.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph/graph.h"
#include "core/language/type.h"

namespace tonelift {

class Call;

// any: float, plane or color; image: plane or color; function: the name of one of the script's; the
// others are those of a script.
enum class Kind : uint8_t { boolean, whole, number, plane, color, image, any, function };

struct BuiltinParameter {
    std::string name;
    Kind kind{};
    bool constant = false;  // known before the first frame
    bool optional = false;
    float default_value = 0;
    bool limited = false;  // low and high count
    float low = 0;
    float high = 0;
    bool repeated = false;                  // this one and any number more
    std::vector<BuiltinParameter> given{};  // function: what it is called with
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

    bool callable = true;  // else a place, used like a variable
    Kind result{};
    std::vector<BuiltinParameter> parameters{};
    Op op{};                          // point
    bool componentwise = false;       // point
    Value (*lower)(Call&) = nullptr;  // own

    size_t required() const;  // arguments that cannot be left out
    size_t most() const;      // arguments taken at most
    // The one that an argument is for: more than there are parameters are for the last one.
    const BuiltinParameter& parameter_of(size_t argument) const;
};

// All of them, in the order of builtins.def.
std::span<const Builtin> builtins();
// nullptr when there is none.
const Builtin* find_builtin(std::string_view name);
const char* category_name(Category category);

}  // namespace tonelift
