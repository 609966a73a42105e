// SPDX-License-Identifier: BSD-2-Clause
//
// Replaces the functions with which asmjit prints debug messages to stderr. Debian compiles
// libasmjit.a for programs, so in a shared library its code cannot access the variable stderr. The
// linker finds these definitions first. Not part of libtonelift.a, because a program may link its
// own asmjit.
#include <asmjit/core.h>

#include <cstdlib>

ASMJIT_BEGIN_NAMESPACE

const char* DebugUtils::errorAsString(Error) noexcept { return ""; }
void DebugUtils::debugOutput(const char*) noexcept {}
void DebugUtils::assertionFailed(const char*, int, const char*) noexcept { std::abort(); }

ASMJIT_END_NAMESPACE
