// SPDX-License-Identifier: BSD-2-Clause
//
// The functions with which asmjit speaks to a programmer, in place of its own. Those write to
// stderr, a variable of the C library that code compiled for a program, as Debian's libasmjit.a is,
// cannot reach from within a shared library. They are all that keeps it out of one: here they are
// defined first, so that the linker leaves the archive's. Errors come as numbers all the same.
// libtonelift.a has none of them: a program may have an asmjit of its own.
#include <asmjit/core.h>

#include <cstdlib>

ASMJIT_BEGIN_NAMESPACE

const char* DebugUtils::errorAsString(Error) noexcept { return ""; }
void DebugUtils::debugOutput(const char*) noexcept {}
void DebugUtils::assertionFailed(const char*, int, const char*) noexcept { std::abort(); }

ASMJIT_END_NAMESPACE
