// SPDX-License-Identifier: BSD-2-Clause
//
// Replaces asmjit's functions for debug messages. On Debian, asmjit's own functions cannot access
// stderr from a shared library.
#include <asmjit/core.h>

#include <cstdlib>

ASMJIT_BEGIN_NAMESPACE

const char* DebugUtils::errorAsString(Error) noexcept { return ""; }
void DebugUtils::debugOutput(const char*) noexcept {}
void DebugUtils::assertionFailed(const char*, int, const char*) noexcept { std::abort(); }

ASMJIT_END_NAMESPACE
