// SPDX-License-Identifier: BSD-2-Clause
//
// PTX as an interpreter runs it: functions of instructions over numbered registers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace tonelift::interpreter {

// What the text or what it does is not: an unknown instruction, an access outside of memory.
class Fault : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

enum class Special : uint8_t {
    tid_x,
    tid_y,
    tid_z,
    ntid_x,
    ntid_y,
    ntid_z,
    ctaid_x,
    ctaid_y,
    ctaid_z,
    nctaid_x,
    nctaid_y,
    nctaid_z,
    laneid
};

// A number, or with brackets around it an address.
struct Operand {
    enum class Kind : uint8_t {
        none,            // "_"
        constant,        // value
        reg,             // register `index`, plus value
        special,         // Special `index`
        local,           // place `value` of the function's local memory
        param,           // place `value` of its parameters
        dynamic_shared,  // place `value` of the shared memory whose size a launch says
        label            // instruction `value`
    };
    Kind kind = Kind::none;
    uint32_t index = 0;
    uint64_t value = 0;
};

class Thread;
struct Instruction;
using Handler = void (*)(Thread&, const Instruction&);

enum class Rounding : uint8_t { nearest, zero, down, up };
enum class Space : uint8_t { generic, global, shared, local, param };

// What an instruction's name stands for.
struct Form {
    Handler run = nullptr;
    Rounding rounding = Rounding::nearest;
    bool ftz = false;  // denormal numbers are 0
    bool sat = false;  // limited to [0,1]
    Space space = Space::generic;
    uint8_t count = 1;  // of a vector
};
// Throws Fault for a name that is not known.
const Form& find_form(const std::string& name);

struct Instruction {
    const Form* form = nullptr;
    int guard = -1;  // register that must be true, or false where inverted
    bool inverted = false;
    std::vector<Operand> operands;  // those of vectors one by one
    bool parts_first = false;       // the first operand is a vector
    int call = -1;                  // of Function::calls
    int line = 0;
};

struct Parameter {
    uint64_t offset = 0;
    uint64_t bytes = 0;
};

struct Call {
    std::string function;
    std::vector<Parameter> results;  // places of the caller's parameters
    std::vector<Parameter> arguments;
};

struct Function {
    std::string name;
    std::vector<Instruction> code;
    std::vector<Call> calls;
    std::vector<Parameter> results;  // at the beginning of its parameters
    std::vector<Parameter> parameters;
    uint32_t registers = 0;
    uint64_t parameter_bytes = 0;  // those that it gives to others, too
    uint64_t local_bytes = 0;
};

struct Module {
    std::map<std::string, Function> functions;
    std::map<std::string, std::vector<uint64_t>> globals;  // as bytes, aligned
    uint64_t shared_bytes = 0;                             // but for what a launch adds
};

std::unique_ptr<const Module> parse_ptx(const std::string& text);

}  // namespace tonelift::interpreter
