// SPDX-License-Identifier: BSD-2-Clause
//
// Replaces the functions with which asmjit prints debug messages. The original functions write to
// stderr, which is a variable of the C library. Debian's libasmjit.a was compiled for programs, so
// its code cannot access that variable in a shared library. All other code of the archive can be
// part of a shared library. The linker finds the definitions here first and leaves out those of the
// archive. Errors are still reported as numbers. libtonelift.a does not contain these functions,
// because a program may link its own asmjit.
#include <asmjit/core.h>

#include <cstdlib>

ASMJIT_BEGIN_NAMESPACE

const char* DebugUtils::errorAsString(Error) noexcept { return ""; }
void DebugUtils::debugOutput(const char*) noexcept {}
void DebugUtils::assertionFailed(const char*, int, const char*) noexcept { std::abort(); }

ASMJIT_END_NAMESPACE
