// SPDX-License-Identifier: BSD-2-Clause
// The parsed form of PTX, which the interpreter runs. It consists of functions, and their
// instructions use numbered registers.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace tonelift::interpreter {

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

struct Operand {
    enum class Kind : uint8_t { none, constant, reg, special, local, param, dynamic_shared, label };
    Kind kind = Kind::none;
    uint32_t index = 0;
    uint64_t value = 0;
};

class Thread;
struct Instruction;
using Handler = void (*)(Thread&, const Instruction&);

enum class Rounding : uint8_t { nearest, zero, down, up };
enum class Space : uint8_t { generic, global, shared, local, param };

struct Form {
    Handler run = nullptr;
    Rounding rounding = Rounding::nearest;
    bool ftz = false;
    bool sat = false;
    Space space = Space::generic;
    uint8_t count = 1;
};
const Form& find_form(const std::string& name);

struct Instruction {
    const Form* form = nullptr;
    int guard = -1;
    bool inverted = false;
    std::vector<Operand> operands;
    bool parts_first = false;
    int call = -1;
    int line = 0;
};

struct Parameter {
    uint64_t offset = 0;
    uint64_t bytes = 0;
};

struct Call {
    std::string function;
    std::vector<Parameter> results;
    std::vector<Parameter> arguments;
};

struct Function {
    std::string name;
    std::vector<Instruction> code;
    std::vector<Call> calls;
    std::vector<Parameter> results;
    std::vector<Parameter> parameters;
    uint32_t registers = 0;
    uint64_t parameter_bytes = 0;
    uint64_t local_bytes = 0;
};

struct Module {
    std::map<std::string, Function> functions;
    std::map<std::string, std::vector<uint64_t>> globals;
    uint64_t shared_bytes = 0;
};

std::unique_ptr<const Module> parse_ptx(const std::string& text);

}  // namespace tonelift::interpreter
