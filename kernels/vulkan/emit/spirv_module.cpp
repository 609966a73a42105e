// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/vulkan/emit/spirv_module.h"

#include <algorithm>
#include <cstring>
#include <set>

#include "kernels/error.h"

namespace tonelift::spirv {
namespace {

[[noreturn]] void fail(const std::string& what) {
    throw Error(Failure::internal, "a SPIR-V module " + what);
}

// Returns the string that starts in words[first]. Each word contains four characters, the first one
// in its low byte. A byte with value 0 ends the string.
std::string string_at(const std::vector<uint32_t>& words, size_t first) {
    std::string text;
    for (size_t i = first; i < words.size(); ++i) {
        for (int byte = 0; byte < 4; ++byte) {
            const char c = static_cast<char>(words[i] >> (8 * byte) & 0xff);
            if (c == 0) return text;
            text += c;
        }
    }
    return text;
}

bool is_debug(Code code) {
    return (code >= Code::source_continued && code <= Code::line) || code == Code::no_line ||
           code == Code::module_processed;
}

bool is_annotation(Code code) {
    return (code >= Code::decorate && code <= Code::group_member_decorate) ||
           code == Code::decorate_id;
}

bool is_declaration(Code code) {
    return (code >= Code::type_void && code < Code::function) || code == Code::variable ||
           code == Code::undef;
}

uint32_t result_of(const Instruction& instruction) {
    const int index = result_index(instruction.code);
    return index < 0 ? 0 : instruction.operands.at(static_cast<size_t>(index));
}

void append(const Instruction& instruction, std::vector<uint32_t>& words) {
    const auto length = static_cast<uint32_t>(instruction.operands.size()) + 1;
    words.push_back(length << 16 | static_cast<uint32_t>(instruction.code));
    words.insert(words.end(), instruction.operands.begin(), instruction.operands.end());
}

}  // namespace

Module::Module(std::span<const uint32_t> words) {
    if (words.size() < header_words || words[0] != magic)
        fail("does not begin with the header of SPIR-V");
    version_ = words[1];
    generator_ = words[2];
    bound_ = words[3];
    for (size_t at = header_words; at < words.size();) {
        const size_t length = words[at] >> 16;
        if (length == 0 || at + length > words.size()) fail("ends within an instruction");
        const auto operands = words.subspan(at + 1, length - 1);
        take({static_cast<Code>(words[at] & 0xffff), {operands.begin(), operands.end()}});
        at += length;
    }
    if (in_function()) fail("ends within a function");
}

bool Module::in_function() const {
    return !functions_.empty() && functions_.back().code.back().code != Code::function_end;
}

void Module::take(Instruction instruction) {
    const std::vector<uint32_t>& operands = instruction.operands;
    const Code code = instruction.code;
    if (code == Code::name) names_[operands.at(0)] = string_at(operands, 1);
    if (is_debug(code)) return;
    if (code == Code::ext_inst_import && string_at(operands, 1) == "GLSL.std.450")
        glsl_ = operands[0];
    if (code == Code::function) {
        functions_.push_back({operands.at(1), {std::move(instruction)}});
    } else if (in_function()) {
        functions_.back().code.push_back(std::move(instruction));
    } else if (is_annotation(code)) {
        annotations_.push_back(std::move(instruction));
    } else if (is_declaration(code)) {
        std::vector<uint32_t> key = operands;
        const int result = result_index(code);
        if (result >= 0) {
            key.erase(key.begin() + result);
            known_.try_emplace({code, key}, result_of(instruction));
        }
        declarations_.push_back(std::move(instruction));
    } else {
        preamble_.push_back(std::move(instruction));
    }
}

uint32_t Module::declared(Code code, uint32_t type, std::vector<uint32_t> operands) {
    if (type != 0) operands.insert(operands.begin(), type);
    const auto [place, fresh] = known_.try_emplace({code, operands}, 0);
    if (!fresh) return place->second;
    place->second = make_id();
    operands.insert(operands.begin() + result_index(code), place->second);
    declarations_.push_back({code, std::move(operands)});
    return place->second;
}

uint32_t Module::vector_type(uint32_t type, uint32_t lanes) {
    return lanes == 1 ? type : declared(Code::type_vector, 0, {type, lanes});
}

uint32_t Module::splat_constant(uint32_t type, uint32_t bits, uint32_t lanes) {
    const uint32_t one = constant(type, bits);
    if (lanes == 1) return one;
    return declared(Code::constant_composite, vector_type(type, lanes),
                    std::vector<uint32_t>(lanes, one));
}

void Module::freeze(const std::map<std::string, uint32_t>& bits_by_name) {
    std::set<uint32_t> frozen;
    for (Instruction& declaration : declarations_) {
        const bool truth = declaration.code == Code::spec_constant_true ||
                           declaration.code == Code::spec_constant_false;
        if (!truth && declaration.code != Code::spec_constant) continue;
        const auto name = names_.find(declaration.operands[1]);
        if (name == names_.end()) continue;
        const auto value = bits_by_name.find(name->second);
        if (value == bits_by_name.end()) continue;
        frozen.insert(declaration.operands[1]);
        if (truth) {
            declaration.code = value->second != 0 ? Code::constant_true : Code::constant_false;
        } else {
            declaration.code = Code::constant;
            declaration.operands[2] = value->second;
        }
    }
    std::erase_if(annotations_, [&](const Instruction& i) {
        return i.code == Code::decorate && i.operands[1] == decoration_spec_id &&
               frozen.contains(i.operands[0]);
    });
}

// Finds a function by its name in the GLSL source. glslang appends the types of the parameters to
// this name: "point(vi3;".
const Module::Function* Module::find_function(std::string_view name) const {
    for (const Function& function : functions_) {
        const auto found = names_.find(function.id);
        if (found == names_.end()) continue;
        const std::string_view full = found->second;
        if (full.starts_with(name) && (full.size() == name.size() || full[name.size()] == '('))
            return &function;
    }
    return nullptr;
}

size_t Module::index_of(uint32_t function) const {
    const auto found = std::find_if(functions_.begin(), functions_.end(),
                                    [&](const Function& each) { return each.id == function; });
    if (found == functions_.end()) fail("lacks a function that it calls");
    return static_cast<size_t>(found - functions_.begin());
}

uint32_t Module::function(std::string_view name) const {
    const Function* found = find_function(name);
    if (found == nullptr) fail("has no function " + std::string(name));
    return found->id;
}

uint32_t Module::result_type(uint32_t function) const {
    return functions_[index_of(function)].code.front().operands[0];
}

std::vector<uint32_t> Module::parameters(uint32_t function) const {
    std::vector<uint32_t> ids;
    for (const Instruction& instruction : functions_[index_of(function)].code) {
        if (instruction.code == Code::function_parameter) ids.push_back(instruction.operands[1]);
    }
    return ids;
}

void Module::replace_body(uint32_t function, std::vector<Instruction> body) {
    std::vector<Instruction>& code = functions_[index_of(function)].code;
    const auto label = std::find_if(code.begin(), code.end(),
                                    [](const Instruction& i) { return i.code == Code::label; });
    code.erase(label, code.end());
    std::move(body.begin(), body.end(), std::back_inserter(code));
    code.push_back({Code::function_end, {}});
}

std::vector<const Module::Function*> Module::used_functions() const {
    const auto entry = std::find_if(preamble_.begin(), preamble_.end(), [](const Instruction& i) {
        return i.code == Code::entry_point;
    });
    if (entry == preamble_.end()) fail("has no entry point");
    std::vector<uint32_t> open = {entry->operands.at(1)};
    std::set<uint32_t> used(open.begin(), open.end());
    while (!open.empty()) {
        const Function& function = functions_[index_of(open.back())];
        open.pop_back();
        for (const Instruction& i : function.code) {
            if (i.code == Code::function_call && used.insert(i.operands[2]).second)
                open.push_back(i.operands[2]);
        }
    }
    std::vector<const Function*> result;
    for (const Function& function : functions_) {
        if (used.contains(function.id)) result.push_back(&function);
    }
    return result;
}

bool Module::uses(std::string_view name) const {
    const Function* function = find_function(name);
    const std::vector<const Function*> used = used_functions();
    return std::find(used.begin(), used.end(), function) != used.end();
}

std::vector<const Instruction*> Module::used_declarations(
    const std::vector<const Function*>& functions) const {
    std::map<uint32_t, const Instruction*> declarations;
    for (const Instruction& i : declarations_) declarations[result_of(i)] = &i;
    std::set<uint32_t> used;
    std::vector<const Instruction*> open;
    const auto refer = [&](const Instruction& i) {
        for (const uint32_t operand : i.operands) {
            const auto found = declarations.find(operand);
            if (used.insert(operand).second && found != declarations.end())
                open.push_back(found->second);
        }
    };
    for (const Instruction& i : preamble_) refer(i);
    for (const Instruction& i : annotations_) {
        if (i.code == Code::decorate && i.operands[1] == decoration_built_in) refer(i);
    }
    for (const Function* function : functions) {
        for (const Instruction& i : function->code) refer(i);
    }
    while (!open.empty()) {
        const Instruction& next = *open.back();
        open.pop_back();
        refer(next);
    }
    std::vector<const Instruction*> result;
    for (const Instruction& i : declarations_) {
        const bool forward = i.code == Code::type_forward_pointer;
        if (used.contains(forward ? i.operands[0] : result_of(i))) result.push_back(&i);
    }
    return result;
}

std::vector<uint32_t> Module::words() const {
    std::vector<uint32_t> words = {magic, version_, generator_, bound_, 0};
    const std::vector<const Function*> functions = used_functions();
    const std::vector<const Instruction*> declarations = used_declarations(functions);
    std::set<uint32_t> defined;
    for (const Instruction* i : declarations) defined.insert(result_of(*i));
    for (const Function* function : functions) {
        for (const Instruction& i : function->code) defined.insert(result_of(i));
    }
    for (const Instruction& i : preamble_) append(i, words);
    for (const Instruction& i : annotations_) {
        if (defined.contains(i.operands[0])) append(i, words);
    }
    for (const Instruction* i : declarations) append(*i, words);
    for (const Function* function : functions) {
        for (const Instruction& i : function->code) append(i, words);
    }
    return words;
}

}  // namespace tonelift::spirv
