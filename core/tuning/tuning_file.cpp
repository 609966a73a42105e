// SPDX-License-Identifier: BSD-2-Clause
#include "core/tuning/tuning_file.h"

#include <cctype>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <thread>

#include "core/common/build_version.h"
#include "core/common/regular_file.h"
#include "core/common/replaced_file.h"
#include "core/common/text.h"
#include "kernels/error.h"

namespace tonelift {
namespace {

std::string processor_name() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const size_t colon = line.find(": ");
        if (line.starts_with("model name") && colon != std::string::npos)
            return line.substr(colon + 2);
    }
    return "processor";
}

// Returns the directory that an environment variable names. Returns "" for a relative path, because
// the XDG Base Directory Specification requires absolute paths.
std::string directory_in(const char* variable) {
    const char* value = secure_getenv(variable);
    return value != nullptr && *value == '/' ? value : "";
}

std::string file_name_of(const TunedMachine& machine) {
    std::string name = machine.kind + '-';
    for (const char c : machine.name) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = byte < 128 && std::isalnum(byte) != 0;
        if (plain)
            name += static_cast<char>(std::tolower(byte));
        else if (name.back() != '-')
            name += '-';
    }
    return name + ".tuning";
}

std::string read_text(const std::string& path) {
    FileDescriptor file;
    std::string kind, text;
    int reason = open_regular(path, &file, &kind);
    if (!kind.empty()) throw Error(Failure::io, "it is " + kind);
    if (reason == 0) reason = read_some(file.descriptor(), longest_tuning_text + 1, &text);
    if (reason != 0) throw Error(Failure::io, std::strerror(reason));
    return text;
}

TuningFile empty_file(const TunedMachine& machine) { return {build_version(), machine.text(), {}}; }

TuningFile read_tuning(const std::string& path, const TunedMachine& machine) {
    TuningFile file = parse_tuning(read_text(path));
    if (file.library != build_version())
        throw Error(Failure::io, "it is for version " + quote(file.library) +
                                     " of the library, and this is " + build_version());
    if (file.machine != machine.text())
        throw Error(Failure::io,
                    "it is for " + quote(file.machine) + ", and this is " + quote(machine.text()));
    return file;
}

void make_folder_of(const std::string& path) {
    const auto folder = std::filesystem::path(path).parent_path();
    std::error_code failure;
    if (!folder.empty()) std::filesystem::create_directories(folder, failure);
    if (failure)
        throw Error(Failure::io, "the folder " + quote(folder.string()) +
                                     " cannot be created: " + failure.message());
}

bool can_be_replaced(const std::string& path) {
    std::error_code none;
    try {
        return !std::filesystem::exists(path, none) || is_tuning_text(read_text(path));
    } catch (const Error&) {
        return false;
    }
}

ReplacedFile open_for_writing(const std::string& path) {
    make_folder_of(path);
    ReplacedFile file("the tuning file", path);
    const std::string part = file.beginning(longest_tuning_text);
    if (!is_tuning_text(part))
        file.fail("cannot be written: " + quote(file.part()) +
                  " exists and is not a tuning file; remove it");
    if (!can_be_replaced(path)) {
        file.remove();
        file.fail("cannot be read and is left unchanged; choose another name");
    }
    return file;
}

}  // namespace

TunedMachine tuned_machine(const CudaDevice& device) {
    return {"cuda", printable(name_of(device)), printable(details_of(device))};
}

TunedMachine tuned_machine(const VulkanDevice& device) {
    return {"vulkan", printable(name_of(device)), printable(details_of(device))};
}

TunedMachine tuned_machine(const InstructionSet& set) {
    return {"cpu", printable(processor_name()) + " " + set.name(),
            std::to_string(std::thread::hardware_concurrency()) + " threads"};
}

std::string tuning_path(const TunedMachine& machine) {
    std::filesystem::path cache = directory_in("XDG_CACHE_HOME");
    if (cache.empty()) {
        const std::string home = directory_in("HOME");
        if (home.empty()) return "";
        cache = std::filesystem::path(home) / ".cache";
    }
    return (cache / "tonelift" / file_name_of(machine)).string();
}

TuningFile find_tuning(const std::string& option, const TunedMachine& machine, const Log& log) {
    if (option == "off") return empty_file(machine);
    const bool automatic = option == "auto" || option.empty();
    const std::string path = automatic ? tuning_path(machine) : option;
    std::error_code none;
    if (automatic && (path.empty() || !std::filesystem::exists(path, none)))
        return empty_file(machine);
    try {
        TuningFile file = read_tuning(path, machine);
        log.debug("tuning numbers are from " + quote(path));
        return file;
    } catch (const Error& error) {
        log.warning("the tuning file " + quote(path) + " is ignored: " + error.what() +
                    "; `tonelift tune` makes a new one");
        return empty_file(machine);
    }
}

void check_tuning_place(const std::string& path) { open_for_writing(path).remove(); }

void save_tuning(const std::string& path, const TunedMachine& machine,
                 const std::vector<TunedSize>& sizes) {
    ReplacedFile written = open_for_writing(path);
    TuningFile file = empty_file(machine);
    try {
        file = read_tuning(path, machine);
    } catch (const Error&) {  // NOLINT: a file that cannot be used is replaced
    }
    for (const TunedSize& size : sizes) file.set(size);
    written.cut(0);
    written.write(tuning_text(file));
    written.take_its_place();
}

}  // namespace tonelift
