// SPDX-License-Identifier: BSD-2-Clause
#include "tools/kernels/ptx_assembler.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <thread>

#include "kernels/error.h"

namespace tonelift {
namespace {

constexpr const char* ptxas = TONELIFT_PTXAS;

struct Ran {
    std::string output;
    int status;
};

Ran run(const std::string& command) {
    Ran ran{};
    FILE* pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) return {"cannot be started: " + command, -1};
    char part[4096];
    for (size_t n; (n = fread(part, 1, sizeof part, pipe)) > 0;) ran.output.append(part, n);
    ran.status = pclose(pipe);
    return ran;
}

int number_in(const std::string& text, const char* pattern) {
    std::smatch found;
    return std::regex_search(text, found, std::regex(pattern)) ? std::stoi(found[1]) : -1;
}

std::string bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

Assembled assemble_file(const std::string& path, const Assembly& what) {
    const std::string code_path = what.wants_code ? path + ".cubin" : "/dev/null";
    const Ran ran = run(std::string(ptxas) + " -v -arch=" + what.gpu + " -o '" + code_path + "' '" +
                        path + "' 2>&1");
    Assembled result;
    result.messages = ran.output;
    result.registers = number_in(ran.output, "Used (\\d+) registers");
    result.stack_bytes = number_in(ran.output, "(\\d+) bytes stack frame");
    const int stores = number_in(ran.output, "(\\d+) bytes spill stores");
    const int loads = number_in(ran.output, "(\\d+) bytes spill loads");
    result.spilled_bytes = stores + loads;
    result.worked = ran.status == 0 && result.registers > 0 && result.stack_bytes >= 0 &&
                    stores >= 0 && loads >= 0;
    if (!what.wants_code || !result.worked) return result;
    result.code = bytes_of(code_path);
    std::filesystem::remove(code_path);
    return result;
}

class Folder {
  public:
    Folder() : path_((std::filesystem::temp_directory_path() / "ptx_XXXXXX").string()) {
        if (mkdtemp(path_.data()) == nullptr)
            throw Error(Failure::io, "a temporary folder cannot be made: " + path_);
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    Folder(const Folder&) = delete;
    std::string file(size_t number) const { return path_ + '/' + std::to_string(number) + ".ptx"; }

  private:
    std::string path_;
};

Assembled assemble_in(const Folder& folder, size_t number, const Assembly& what) {
    const std::string path = folder.file(number);
    std::ofstream file(path);
    file << what.ptx;
    file.close();
    Assembled result;
    if (file)
        result = assemble_file(path, what);
    else
        result.messages = path + " cannot be written";
    std::filesystem::remove(path);
    return result;
}

}  // namespace

bool have_ptxas() { return *ptxas != '\0'; }

std::vector<Assembled> assemble(const std::vector<Assembly>& all) {
    const Folder folder;
    std::vector<Assembled> results(all.size());
    std::atomic<size_t> next{0};
    const auto work = [&] {
        for (size_t i; (i = next++) < all.size();) results[i] = assemble_in(folder, i, all[i]);
    };
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < std::max(std::thread::hardware_concurrency(), 1u); ++i)
        threads.emplace_back(work);
    for (std::thread& thread : threads) thread.join();
    return results;
}

}  // namespace tonelift
