// SPDX-License-Identifier: BSD-2-Clause
// Reads and writes structs of callers that were built against older or newer headers.
#pragma once

#include <tonelift/tonelift.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "kernels/error.h"

namespace tonelift {

// Maximum of struct_size, in bytes. A larger number means that the caller did not set struct_size.
constexpr size_t largest_struct = 16384;

template <typename T>
struct StructRule {
    const char* name;
    const char* origin;
    size_t least;  // minimum of struct_size, in bytes
    T defaults;
};

// Throws Error (argument) if no version of the struct has the size `size`.
template <typename T>
void check_struct_size(size_t size, const StructRule<T>& rule) {
    if (size >= rule.least && size <= largest_struct && size % alignof(T) == 0) return;
    throw Error(Failure::argument, std::string("struct_size of a ") + rule.name + " is " +
                                       std::to_string(size) + ", which is not valid; " +
                                       rule.origin + " sets it (" + std::to_string(sizeof(T)) +
                                       " in version " TONELIFT_VERSION ")");
}

// Throws Error (unsupported) if a field that this version of the library does not know is not 0.
template <typename T>
void check_unknown_fields(const T* given, size_t size, const StructRule<T>& rule) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(given);
    for (size_t i = sizeof(T); i < size; ++i) {
        if (bytes[i] == 0) continue;
        throw Error(Failure::unsupported, std::string("a ") + rule.name + " sets a field at byte " +
                                              std::to_string(i) +
                                              " that version " TONELIFT_VERSION
                                              " of the library does not have; update the library "
                                              "or leave the field 0");
    }
}

// Throws Error (unsupported) if a reserved field is not 0, because a later version of the library
// may give it a meaning.
template <typename T>
void check_reserved_fields(const T& given, const StructRule<T>& rule) {
    bool is_set = false;
    if constexpr (requires { given.reserved; }) is_set = given.reserved != 0;
    if constexpr (requires { given.reserved_end; }) is_set = is_set || given.reserved_end != 0;
    if (is_set)
        throw Error(Failure::unsupported,
                    std::string("a reserved field of a ") + rule.name + " is not 0");
}

template <typename T>
T read_struct(const T* given, const StructRule<T>& rule) {
    if (given == nullptr)
        throw Error(Failure::argument,
                    std::string("a ") + rule.name + " is NULL; " + rule.origin + " fills one");
    size_t size;
    std::memcpy(&size, given, sizeof size);
    check_struct_size(size, rule);
    check_unknown_fields(given, size, rule);
    T result = rule.defaults;
    std::memcpy(&result, given, std::min(size, sizeof(T)));
    result.struct_size = sizeof(T);
    check_reserved_fields(result, rule);
    return result;
}

// Copies the fields that fit into the caller's `size` bytes, and sets further bytes to 0.
template <typename T>
void write_struct(T known, T* place, size_t size) {
    known.struct_size = size;
    std::memcpy(place, &known, std::min(size, sizeof(T)));
    if (size > sizeof(T))
        std::memset(reinterpret_cast<char*>(place) + sizeof(T), 0, size - sizeof(T));
}

template <typename T>
void init_struct(const T& defaults, T* place, size_t size) {
    if (place != nullptr && size >= sizeof(size_t)) write_struct(defaults, place, size);
}

template <typename T>
void read_array(const T* first, size_t count, const StructRule<T>& rule, std::vector<T>* into) {
    into->clear();
    const auto* at = reinterpret_cast<const char*>(first);
    size_t stride = 0;
    for (size_t i = 0; i < count; ++i, at += stride) {
        into->push_back(read_struct(reinterpret_cast<const T*>(at), rule));
        size_t size;
        std::memcpy(&size, at, sizeof size);
        if (i == 0) stride = size;
        if (size == stride) continue;
        throw Error(Failure::argument, std::string("elements of an array of ") + rule.name +
                                           " differ in struct_size: " + std::to_string(stride) +
                                           " and " + std::to_string(size));
    }
}

// Returns the number that an enum of the caller holds. C callers can store any number in an enum,
// and C++ must not read an invalid number as an enum.
template <typename Enum>
int number_in(const Enum& value) {
    static_assert(sizeof(Enum) == sizeof(int));
    int number;
    std::memcpy(&number, &value, sizeof(number));
    return number;
}

}  // namespace tonelift
