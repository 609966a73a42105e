// SPDX-License-Identifier: BSD-2-Clause
// Tests that a system which restricts executable memory runs machine code, or falls back to loops.
// Child processes simulate such systems.
#include <gtest/gtest.h>

#ifdef __x86_64__

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>

#include "tests/support/code_sets.h"
#include "tests/support/program_writer.h"
#include "tests/support/strip_run.h"

namespace tonelift::machine_code_memory_test {
namespace {

class MachineCodeMemory : public WithCode {};
TONELIFT_FOR_SETS_WITH_CODE(MachineCodeMemory);

template <size_t length>
bool install(sock_filter (&filter)[length]) {
    const sock_fprog program{length, filter};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

// Makes every request for executable memory fail, as on hardened systems.
bool forbid_execution() {
    sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mprotect, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args) + 2 * sizeof(uint64_t)),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    return install(filter);
}

// Forbids memory that is writable and becomes executable (possible since Linux 6.3).
bool forbid_writing_what_executes() {
    constexpr int set_mdwe = 65, refuse_exec_gain = 1;
    return prctl(set_mdwe, refuse_exec_gain, 0, 0, 0) == 0;
}

// Makes every request for a file fail. Without a file, the same memory cannot be mapped at two
// addresses.
bool forbid_files() {
    sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_memfd_create, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_open, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EMFILE),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    return install(filter);
}

PointProgram some_program() {
    ProgramWriter program;
    const Operand x = program.load(Op::load_core, 0);
    program.store(Op::store_core, 0, program.op(Op::sqrt, {program.op(Op::add, {x, x})}));
    return program.take();
}

enum Outcome { cannot_forbid = 77, machine_code, its_loops, wrong };

Outcome try_program(const InstructionSet& code, const InstructionSet& loops) {
    const PreparedProgram joined(some_program(), {}, code), apart(some_program(), {}, loops);
    const auto ramp = [](const auto&, int pixel) { return static_cast<float>(pixel); };
    const std::vector<StripRow> uniforms(1);
    if (!(StripRun(joined, uniforms, ramp) == StripRun(apart, uniforms, ramp))) return wrong;
    const bool has_code = joined.steps().size() < apart.steps().size();
    if (MachineCode::may_run() != has_code) return wrong;
    return has_code ? machine_code : its_loops;
}

int outcome(bool (*forbid)(), const InstructionSet& code, const InstructionSet& loops) {
    const pid_t child = fork();
    if (child == 0) _exit(forbid() ? try_program(code, loops) : cannot_forbid);
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : wrong;
}

TEST_P(MachineCodeMemory, FallsBackToLoopsWithoutExecutableMemory) {
    const int result = outcome(forbid_execution, code, loops);
    if (result == cannot_forbid) GTEST_SKIP() << "this kernel has no filters of system calls";
    EXPECT_EQ(result, its_loops);
}

TEST_P(MachineCodeMemory, WorksIfWritableCodeIsForbidden) {
    const int result = outcome(forbid_writing_what_executes, code, loops);
    if (result == cannot_forbid) GTEST_SKIP() << "this kernel has no PR_SET_MDWE";
    EXPECT_EQ(result, machine_code);
}

TEST_P(MachineCodeMemory, FallsBackToOneMapping) {
    const int result = outcome(forbid_files, code, loops);
    if (result == cannot_forbid) GTEST_SKIP() << "this kernel has no filters of system calls";
    EXPECT_EQ(result, machine_code);
}

}  // namespace
}  // namespace tonelift::machine_code_memory_test

#endif
