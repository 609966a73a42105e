// SPDX-License-Identifier: BSD-2-Clause
//
// Meson links this file as a shared library, to find out whether a shared library can include
// asmjit.
#include <asmjit/x86.h>

#include "kernels/point/asmjit_messages.cpp"

extern "C" bool tonelift_machine_code_check() {
    asmjit::JitRuntime runtime;
    asmjit::CodeHolder code;
    code.init(runtime.environment());
    asmjit::x86::Compiler compiler(&code);
    compiler.addFunc(asmjit::FuncSignatureT<void>());
    compiler.endFunc();
    void (*function)() = nullptr;
    return compiler.finalize() == asmjit::kErrorOk &&
           runtime.add(&function, &code) == asmjit::kErrorOk;
}
