// SPDX-License-Identifier: BSD-2-Clause
//
// PTX as the interpreter runs it: functions, whose instructions work on numbered registers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace tonelift::interpreter {

// A fault in a text or when it runs, such as an unknown instruction or an access outside of memory.
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

// An operand: a value, or the address between brackets.
struct Operand {
    enum class Kind : uint8_t {
        none,            // "_"
        constant,        // `value` itself
        reg,             // register `index` plus `value`
        special,         // special register `index`
        local,           // offset `value` in the function's local memory
        param,           // offset `value` in the function's parameters
        dynamic_shared,  // offset `value` in the dynamic shared memory
        label            // the instruction with index `value`
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

// The operation of an instruction, decoded from its full name.
struct Form {
    Handler run = nullptr;
    Rounding rounding = Rounding::nearest;
    bool ftz = false;  // flushes denormal numbers to 0
    bool sat = false;  // clamps the result to [0, 1]
    Space space = Space::generic;
    uint8_t count = 1;  // number of elements of a vector
};
// Returns the form of a name; throws Fault if it is unknown.
const Form& find_form(const std::string& name);

struct Instruction {
    const Form* form = nullptr;
    int guard = -1;  // predicate register; the instruction runs if it is true, or false if inverted
    bool inverted = false;
    std::vector<Operand> operands;  // with vectors expanded
    bool parts_first = false;       // the first operand is a vector
    int call = -1;                  // index in Function::calls; -1: no call
    int line = 0;
};

struct Parameter {
    uint64_t offset = 0;
    uint64_t bytes = 0;
};

struct Call {
    std::string function;
    std::vector<Parameter> results;  // offsets within the caller's parameters
    std::vector<Parameter> arguments;
};

struct Function {
    std::string name;
    std::vector<Instruction> code;
    std::vector<Call> calls;
    std::vector<Parameter> results;  // stored before the parameters
    std::vector<Parameter> parameters;
    uint32_t registers = 0;
    uint64_t parameter_bytes = 0;  // bytes of parameters, including those of callees
    uint64_t local_bytes = 0;
};

struct Module {
    std::map<std::string, Function> functions;
    std::map<std::string, std::vector<uint64_t>> globals;  // aligned content of each variable
    uint64_t shared_bytes = 0;  // bytes without the dynamic shared memory
};

std::unique_ptr<const Module> parse_ptx(const std::string& text);

}  // namespace tonelift::interpreter
