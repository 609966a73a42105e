// SPDX-License-Identifier: BSD-2-Clause
// Parses the text of a PTX module to functions.
#include <algorithm>
#include <charconv>
#include <cstring>

#include "tests/cuda/interpreter/machine.h"
#include "tests/cuda/interpreter/tokens.h"

namespace tonelift::interpreter {
namespace {

constexpr uint64_t largest_alignment = 16;

uint64_t round_up(uint64_t n, uint64_t unit) { return (n + unit - 1) / unit * unit; }

uint64_t bytes_of(const std::string& type) {
    const size_t digits = type.find_first_of("0123456789");
    if (digits == std::string::npos) throw Fault("a type that has no size: " + type);
    return std::stoul(type.substr(digits)) / 8;
}

uint64_t number_of(const std::string& word) {
    uint64_t number = 0;
    const bool hex = word.size() > 2 && word[0] == '0' && std::strchr("xfd", std::tolower(word[1]));
    const char* begin = word.data() + (hex ? 2 : 0);
    const char* end = word.data() + word.size();
    if (*begin == '0' && hex == false && word.size() > 1) throw Fault("an octal number: " + word);
    const auto result = std::from_chars(begin, end, number, hex ? 16 : 10);
    const bool unsigned_mark = result.ptr + 1 == end && *result.ptr == 'U';
    if (result.ptr != end && !unsigned_mark) throw Fault("no number: " + word);
    return number;
}

constexpr const char* specials[] = {"%tid.x",    "%tid.y",    "%tid.z",   "%ntid.x",  "%ntid.y",
                                    "%ntid.z",   "%ctaid.x",  "%ctaid.y", "%ctaid.z", "%nctaid.x",
                                    "%nctaid.y", "%nctaid.z", "%laneid"};

struct Name {
    Operand operand;
    uint64_t bytes = 0;
};
using Scope = std::map<std::string, Name>;

class Parser {
  public:
    explicit Parser(const std::string& text) : tokens_(tokens_of(text)) {}

    std::unique_ptr<const Module> parse() {
        scopes_.emplace_back();
        while (at_ < tokens_.size()) top_level();
        module_->shared_bytes = round_up(module_->shared_bytes, largest_alignment);
        return std::move(module_);
    }

  private:
    const std::string& peek(size_t ahead = 0) const {
        static const std::string nothing;
        return at_ + ahead < tokens_.size() ? tokens_[at_ + ahead].text : nothing;
    }
    std::string next() {
        if (at_ >= tokens_.size()) throw Fault("the text ends too early");
        return tokens_[at_++].text;
    }
    bool take(const char* word) {
        if (peek() != word) return false;
        ++at_;
        return true;
    }
    void expect(const char* word) {
        if (!take(word))
            throw Fault("line " +
                        std::to_string(tokens_.at(std::min(at_, tokens_.size() - 1)).line) + ": '" +
                        peek() + "' where '" + word + "' should be");
    }

    void top_level() {
        while (take(".visible") || take(".weak") || take(".extern")) {
        }
        if (take(".entry") || take(".func")) return function();
        variable();
    }

    struct Declared {
        std::string space;
        std::string name;
        uint64_t align = 1;
        uint64_t unit = 0;
        uint64_t bytes = 0;
    };
    Declared declared() {
        Declared result;
        result.space = next();
        while (peek()[0] == '.') {
            if (take(".align")) {
                result.align = number_of(next());
            } else {
                result.unit = bytes_of(next());
            }
        }
        result.align = std::max(result.align, result.unit);
        result.name = next();
        result.bytes = result.unit;
        if (take("[")) {
            result.bytes *= peek() == "]" ? 0 : number_of(next());
            expect("]");
        }
        return result;
    }

    void variable() {
        const Declared variable = declared();
        Name& name = scopes_.back()[variable.name];
        name.bytes = variable.bytes;
        name.operand.kind = Operand::Kind::constant;
        if (variable.space == ".shared" && variable.bytes == 0) {
            name.operand.kind = Operand::Kind::dynamic_shared;
        } else if (variable.space == ".shared") {
            name.operand.value = first_shared + reserve(module_->shared_bytes, variable);
        } else if (variable.space == ".local") {
            name.operand = {Operand::Kind::local, 0, reserve(function_->local_bytes, variable)};
        } else if (variable.space == ".param") {
            name.operand = {Operand::Kind::param, 0, reserve(function_->parameter_bytes, variable)};
        } else if (variable.space == ".global") {
            name.operand.value = global(variable);
        } else {
            throw Fault("a variable of a kind that is not known: " + variable.space);
        }
        expect(";");
    }

    static uint64_t reserve(uint64_t& used, const Declared& what) {
        const uint64_t place = round_up(used, what.align);
        used = place + what.bytes;
        return place;
    }

    uint64_t global(const Declared& variable) {
        std::vector<uint64_t>& words = module_->globals[variable.name];
        words.resize(variable.bytes / 8 + 1);
        auto* bytes = reinterpret_cast<std::byte*>(words.data());
        if (take("=")) {
            expect("{");
            for (uint64_t place = 0; !take("}"); place += variable.unit) {
                if (place >= variable.bytes) throw Fault("too many values of " + variable.name);
                const uint64_t value = number_of(next());
                std::memcpy(bytes + place, &value, variable.unit);
                take(",");
            }
        }
        return reinterpret_cast<uintptr_t>(bytes);
    }

    // ---------------------------------------------------------------------------------------------

    void function() {
        scopes_.emplace_back();
        Function made;
        function_ = &made;
        if (peek() == "(") made.results = parameters();
        made.name = next();
        if (peek() == "(") made.parameters = parameters();
        if (!take(";")) {
            expect("{");
            body();
            module_->functions[made.name] = std::move(made);
        }
        scopes_.pop_back();
        function_ = nullptr;
    }

    std::vector<Parameter> parameters() {
        std::vector<Parameter> all;
        expect("(");
        while (!take(")")) {
            const Declared parameter = declared();
            const uint64_t offset = reserve(function_->parameter_bytes, parameter);
            scopes_.back()[parameter.name] = {{Operand::Kind::param, 0, offset}, parameter.bytes};
            all.push_back({offset, parameter.bytes});
            take(",");
        }
        return all;
    }

    void body() {
        labels_.clear();
        const size_t outside = scopes_.size();
        scopes_.emplace_back();
        while (scopes_.size() > outside) statement();
        Instruction end;
        end.form = &find_form("ret");
        function_->code.push_back(end);
        for (Instruction& instruction : function_->code) {
            for (Operand& operand : instruction.operands) resolve(operand);
        }
    }

    void resolve(Operand& operand) {
        if (operand.kind != Operand::Kind::label) return;
        const std::string& name = label_names_.at(operand.index);
        if (labels_.count(name) == 0) throw Fault("no label " + name);
        operand.value = labels_[name];
    }

    void statement() {
        if (take("{")) {
            scopes_.emplace_back();
        } else if (take("}")) {
            scopes_.pop_back();
        } else if (take(".reg")) {
            registers();
        } else if (peek()[0] == '.') {
            variable();
        } else if (peek(1) == ":") {
            labels_[next()] = function_->code.size();
            expect(":");
        } else if (!take(";")) {
            instruction();
        }
    }

    void registers() {
        next();
        do {
            const std::string name = next();
            int count = 1;
            const bool row = take("<");
            if (row) {
                count = static_cast<int>(number_of(next()));
                expect(">");
            }
            for (int i = 0; i < count; ++i) {
                scopes_.back()[row ? name + std::to_string(i) : name].operand = {
                    Operand::Kind::reg, function_->registers++, 0};
            }
        } while (take(","));
        expect(";");
    }

    const Name* find(const std::string& name) const {
        for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
            const auto found = scope->find(name);
            if (found != scope->end()) return &found->second;
        }
        return nullptr;
    }

    Operand known(const std::string& word) const {
        const Name* name = find(word);
        if (name == nullptr) throw Fault("no name of anything: " + word);
        return name->operand;
    }

    void instruction() {
        Instruction made;
        made.line = tokens_[at_].line;
        if (take("@")) {
            made.inverted = take("!");
            made.guard = static_cast<int>(known(next()).index);
        }
        const std::string name = next();
        made.form = &find_form(name);
        if (name.starts_with("call")) {
            call(made);
        } else {
            made.parts_first = peek() == "{";
            while (!take(";")) operands(made.operands, name);
        }
        function_->code.push_back(std::move(made));
    }

    void call(Instruction& made) {
        Call call;
        if (peek() == "(") {
            call.results = places();
            expect(",");
        }
        call.function = next();
        if (take(",")) call.arguments = places();
        expect(";");
        made.call = static_cast<int>(function_->calls.size());
        function_->calls.push_back(std::move(call));
    }

    std::vector<Parameter> places() {
        std::vector<Parameter> all;
        expect("(");
        while (!take(")")) {
            const Name* name = find(next());
            if (name == nullptr) throw Fault("a call with what was not declared");
            all.push_back({name->operand.value, name->bytes});
            take(",");
        }
        return all;
    }

    void operands(std::vector<Operand>& to, const std::string& instruction) {
        if (take("{")) {
            while (!take("}")) operands(to, "");
        } else if (take("[")) {
            Operand address = operand();
            if (take("+")) address.value += static_cast<uint64_t>(signed_number());
            expect("]");
            to.push_back(address);
        } else {
            to.push_back(operand());
            if (instruction.starts_with("shfl") && to.size() == 1)
                to.push_back(take("|") ? operand() : Operand{});
        }
        take(",");
    }

    int64_t signed_number() {
        const bool negative = take("-");
        const auto number = static_cast<int64_t>(number_of(next()));
        return negative ? -number : number;
    }

    Operand operand() {
        const std::string& word = peek();
        if (word == "-" || std::isdigit(static_cast<unsigned char>(word[0])) != 0)
            return {Operand::Kind::constant, 0, static_cast<uint64_t>(signed_number())};
        if (take("_")) return {};
        const auto special = std::find(std::begin(specials), std::end(specials), word);
        if (special != std::end(specials)) {
            next();
            return {Operand::Kind::special, static_cast<uint32_t>(special - std::begin(specials)),
                    0};
        }
        if (word[0] == '$') {
            label_names_.push_back(next());
            return {Operand::Kind::label, static_cast<uint32_t>(label_names_.size() - 1), 0};
        }
        return known(next());
    }

    std::vector<Token> tokens_;
    size_t at_ = 0;
    std::unique_ptr<Module> module_ = std::make_unique<Module>();
    Function* function_ = nullptr;
    std::vector<Scope> scopes_;
    std::map<std::string, uint64_t> labels_;
    std::vector<std::string> label_names_;
};

}  // namespace

std::unique_ptr<const Module> parse_ptx(const std::string& text) { return Parser(text).parse(); }

}  // namespace tonelift::interpreter
