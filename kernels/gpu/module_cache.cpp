// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/gpu/module_cache.h"

#include <dlfcn.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <span>
#include <vector>

#include "kernels/gpu/library_folder.h"

namespace tonelift {
namespace {

namespace fs = std::filesystem;

constexpr const char* variable = "TONELIFT_KERNEL_CACHE";
constexpr const char* installed_variable = "TONELIFT_INSTALLED_KERNELS";
constexpr std::string_view ending = ".kernel";
constexpr std::string_view unfinished = ".new_";
// "kernel1" as a little-endian number.
constexpr uint64_t file_kind = 0x316c656e72656b;
// Age after which an unfinished file is removed.
constexpr auto abandoned_after = std::chrono::hours(1);

// Computes a hash of 128 bits.
class Hash {
  public:
    void add(std::string_view bytes) {
        add(bytes.size());
        for (; bytes.size() >= sizeof(uint64_t); bytes.remove_prefix(sizeof(uint64_t)))
            add(word_of(bytes));
        if (!bytes.empty()) add(word_of(bytes));
    }
    std::array<uint64_t, 2> value() const { return {a_, b_}; }

  private:
    static uint64_t word_of(std::string_view bytes) {
        uint64_t word = 0;
        std::memcpy(&word, bytes.data(), std::min(bytes.size(), sizeof word));
        return word;
    }
    void add(uint64_t word) {
        a_ = (a_ ^ word) * 0x9E3779B97F4A7C15;
        a_ ^= a_ >> 32;
        b_ = (b_ ^ std::rotl(word, 29)) * 0xC2B2AE3D27D4EB4F;
        b_ ^= b_ >> 29;
    }

    // arbitrary start values: digits of pi
    uint64_t a_ = 0x243F6A8885A308D3, b_ = 0x13198A2E03707344;
};

struct Head {
    uint64_t kind;
    uint64_t bytes;
    std::array<uint64_t, 2> checksum;
};

Head head_of(const std::string& key, std::string_view code) {
    Hash hash;
    hash.add(key);
    hash.add(code);
    return {file_kind, code.size(), hash.value()};
}

struct CloseFile {
    void operator()(FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<FILE, CloseFile>;

// Returns whether one of the users owns a file or folder, and no other user can write to it.
// Otherwise, other users could place machine code there that this process would execute.
bool is_trusted(const struct stat& status, std::span<const uid_t> users) {
    return std::ranges::find(users, status.st_uid) != users.end() &&
           (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

std::string read_code(FILE* file, const std::string& key, std::span<const uid_t> users) {
    Head head;
    struct stat status;
    if (fstat(fileno(file), &status) != 0 || !is_trusted(status, users) ||
        std::fread(&head, sizeof head, 1, file) != 1)
        return "";
    if (head.kind != file_kind || head.bytes + sizeof head != static_cast<uint64_t>(status.st_size))
        return "";
    std::string code(head.bytes, '\0');
    if (std::fread(code.data(), 1, code.size(), file) != code.size()) return "";
    const Head expected = head_of(key, code);
    return head.checksum == expected.checksum ? code : "";
}

bool write_code(File file, const std::string& key, std::string_view code) {
    const Head head = head_of(key, code);
    const bool written = std::fwrite(&head, sizeof head, 1, file.get()) == 1 &&
                         std::fwrite(code.data(), 1, code.size(), file.get()) == code.size();
    return std::fclose(file.release()) == 0 && written;
}

std::string absolute_path_in(const char* name) {
    const char* value = secure_getenv(name);
    return value != nullptr && *value == '/' ? value : "";
}

bool is_trusted_folder(const std::string& folder, std::span<const uid_t> users) {
    struct stat status;
    return stat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
           is_trusted(status, users);
}

// Returns the path of the library. Returns the path of the program if the library is linked into it
// or was loaded by a relative path. The path that dladdr() reports for a program is not used,
// because the caller of the program chooses it.
fs::path library_path() {
    Dl_info info;
    link_map* map = nullptr;
    std::error_code error;
    const auto place = reinterpret_cast<const void*>(&library_path);
    if (dladdr1(place, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) == 0) return {};
    const fs::path name = map->l_name;
    return fs::canonical(name.is_absolute() ? name : fs::path("/proc/self/exe"), error);
}

uid_t owner_of(const fs::path& file) {
    struct stat status;
    constexpr uid_t root = 0;
    return stat(file.c_str(), &status) == 0 ? status.st_uid : root;
}

bool has_folder(const std::string& folder, std::span<const uid_t> users) {
    if (is_trusted_folder(folder, users)) return true;
    std::error_code error;
    if (!fs::create_directories(folder, error)) return false;
    fs::permissions(folder, fs::perms::owner_all, error);
    return is_trusted_folder(folder, users);
}

struct KeptFile {
    fs::path path;
    fs::file_time_type used;
    uint64_t bytes = 0;
};

std::vector<KeptFile> kept_files(const std::string& folder) {
    std::vector<KeptFile> files;
    for (const auto& entry : fs::directory_iterator(folder)) {
        std::error_code error;  // set if another process has removed the file
        const std::string name = entry.path().filename().string();
        const KeptFile file{entry.path(), entry.last_write_time(error), entry.file_size(error)};
        if (error) continue;
        if (name.ends_with(ending)) files.push_back(file);
        if (name.starts_with(unfinished) &&
            fs::file_time_type::clock::now() - file.used > abandoned_after)
            fs::remove(file.path, error);
    }
    return files;
}

}  // namespace

ModuleCache::ModuleCache(std::string folder, uint64_t most_bytes)
    : folder_(std::move(folder)), most_bytes_(most_bytes), users_{geteuid()} {
    if (!folder_.empty() && !has_folder(folder_, users_)) folder_.clear();
}

ModuleCache ModuleCache::installed(std::string folder) {
    constexpr uid_t root = 0;
    ModuleCache cache;
    cache.is_installed_ = true;
    cache.users_ = {root, owner_of(library_path())};
    if (!folder.empty() && is_trusted_folder(folder, cache.users_))
        cache.folder_ = std::move(folder);
    return cache;
}

std::string ModuleCache::installed_folder() {
    if (secure_getenv(installed_variable) != nullptr) return absolute_path_in(installed_variable);
    const fs::path beside = library_path().parent_path();
    const fs::path prefix = beside.parent_path();
    if (beside.empty()) return "";
    for (const fs::path& libraries : {beside, prefix / "lib", prefix / TONELIFT_LIBDIR}) {
        std::error_code error;
        const fs::path folder = libraries / "tonelift/kernels";
        if (fs::is_directory(folder, error)) return folder.string();
    }
    return "";
}

std::string ModuleCache::usual_folder() {
    if (secure_getenv(variable) != nullptr) return absolute_path_in(variable);
    const std::string caches = absolute_path_in("XDG_CACHE_HOME");
    if (!caches.empty()) return caches + "/tonelift";
    const std::string home = absolute_path_in("HOME");
    return home.empty() ? "" : home + "/.cache/tonelift";
}

std::string ModuleCache::key(std::string_view text, std::string_view compiler) {
    Hash hash;
    hash.add(compiler);
    hash.add(text);
    char digits[33];
    std::snprintf(digits, sizeof digits, "%016llx%016llx",
                  static_cast<unsigned long long>(hash.value()[0]),
                  static_cast<unsigned long long>(hash.value()[1]));
    return digits;
}

std::string ModuleCache::find(const std::string& key) const noexcept {
    if (folder_.empty()) return "";
    try {
        const File file(std::fopen(path(key).append(ending).c_str(), "rbe"));
        if (file == nullptr) return "";
        std::string code = read_code(file.get(), key, users_);
        if (!code.empty() && !is_installed_) futimens(fileno(file.get()), nullptr);
        return code;
    } catch (const std::exception&) {
        return "";
    }
}

void ModuleCache::store(const std::string& key, std::string_view code) const noexcept {
    if (folder_.empty() || is_installed_) return;
    try {
        std::string temporary = path(std::string(unfinished) + "XXXXXX");
        const int descriptor = mkstemp(temporary.data());
        if (descriptor < 0) return;
        File file(fdopen(descriptor, "wb"));
        if (file == nullptr) close(descriptor);
        const bool written = file != nullptr && write_code(std::move(file), key, code);
        const std::string final_path = path(key).append(ending);
        if (!written || std::rename(temporary.c_str(), final_path.c_str()) != 0)
            unlink(temporary.c_str());
    } catch (const std::exception&) {
    }
}

void ModuleCache::limit() const noexcept {
    if (folder_.empty() || is_installed_) return;
    try {
        std::vector<KeptFile> files = kept_files(folder_);
        std::ranges::sort(files, std::greater(), &KeptFile::used);
        uint64_t bytes = 0;
        for (const KeptFile& file : files) {
            bytes += file.bytes;
            std::error_code error;
            if (bytes > most_bytes_) fs::remove(file.path, error);
        }
    } catch (const std::exception&) {
    }
}

}  // namespace tonelift
