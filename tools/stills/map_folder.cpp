// SPDX-License-Identifier: BSD-2-Clause
#include "tools/stills/map_folder.h"

#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <thread>

#include "core/common/text.h"
#include "kernels/error.h"
#include "tools/counted.h"
#include "tools/pictures/metadata.h"
#include "tools/stills/map_still.h"

namespace tonelift {
namespace {

namespace fs = std::filesystem;

struct Running {
    const FolderJob* job;
    pid_t process;
    int said_from;
    std::string said;
};

// The pictures that have the same message.
struct Said {
    const FolderJob* last = nullptr;
    size_t pictures = 0;
};

class Count {
  public:
    explicit Count(size_t all) : all_(all), shown_(isatty(STDERR_FILENO) != 0) {}
    void show(size_t done, size_t failed) const {
        if (!shown_) return;
        using Seconds = std::chrono::duration<double>;
        const double past = Seconds(std::chrono::steady_clock::now() - begin_).count();
        std::fprintf(stderr, "\r\033[K%zu of %s", done, counted(all_, "picture").c_str());
        if (failed > 0) std::fprintf(stderr, ", %zu failed", failed);
        if (done > 0 && done < all_)
            std::fprintf(stderr, ", %.0f s left",
                         past * static_cast<double>(all_ - done) / static_cast<double>(done));
        if (done == all_) std::fputc('\n', stderr);
    }
    void clear() const {
        if (shown_) std::fputs("\r\033[K", stderr);
    }

  private:
    size_t all_;
    bool shown_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

class Folder {
  public:
    Folder(const FolderRequest& request, std::vector<FolderJob> jobs)
        : request_(request), jobs_(std::move(jobs)), count_(jobs_.size()) {}

    // Maps all pictures, and returns the number of failures. A single picture uses all threads;
    // several pictures use one thread each.
    size_t run() {
        const auto cores = std::max<size_t>(1, std::thread::hardware_concurrency());
        const size_t most =
            std::min(request_.jobs > 0 ? static_cast<size_t>(request_.jobs) : cores, jobs_.size());
        several_ = most > 1;
        count_.show(0, 0);
        for (next_ = 0; next_ < jobs_.size() || !running_.empty();) {
            while (running_.size() < most && next_ < jobs_.size()) begin(jobs_[next_++]);
            if (!running_.empty()) wait();
        }
        report();
        return failed_.size();
    }

  private:
    void begin(const FolderJob& job) {
        std::error_code none;
        if (!request_.overwrite && fs::exists(job.output, none)) {
            ++kept_;
            end_of(job, 0, "");
            return;
        }
        int ends[2];
        if (pipe(ends) != 0) fail("a pipe");
        const pid_t process = fork();
        if (process < 0) fail("a process");
        if (process == 0) {
            prctl(PR_SET_PDEATHSIG, SIGTERM);
            dup2(ends[1], STDERR_FILENO);
            close(ends[0]);
            close(ends[1]);
            for (const Running& other : running_) close(other.said_from);
            std::_Exit(map(job));
        }
        close(ends[1]);
        running_.push_back({&job, process, ends[0], ""});
    }

    [[noreturn]] static void fail(const char* what) {
        throw Error(Failure::io, std::string(what) + " cannot be made: " + std::strerror(errno));
    }

    // Maps a picture in its own process. If a library crashes, the other pictures are still mapped.
    int map(const FolderJob& job) const {
        MapRequest request = request_.map;
        request.input = job.input;
        request.output = job.output;
        const auto threads = [](const RequestedOption& option) { return option.name == "threads"; };
        if (several_ && std::none_of(request.options.begin(), request.options.end(), threads))
            request.options.push_back({"threads", "1"});
        try {
            const fs::path folder = fs::path(job.output).parent_path();
            if (!folder.empty()) fs::create_directories(folder);
            map_file(request);
            return 0;
        } catch (const std::bad_alloc&) {
            std::cerr << "tonelift: out of memory\n";
        } catch (const std::exception& error) {
            std::cerr << "tonelift: " << error.what() << '\n';
        }
        return 1;
    }

    void wait() {
        std::vector<pollfd> pipes;
        for (const Running& running : running_) pipes.push_back({running.said_from, POLLIN, 0});
        if (poll(pipes.data(), pipes.size(), -1) < 0) return;
        for (size_t i = pipes.size(); i-- > 0;) {
            char text[4096];
            if (pipes[i].revents == 0) continue;
            const ssize_t size = read(pipes[i].fd, text, sizeof text);
            constexpr size_t longest = 1 << 16;
            if (size > 0 && running_[i].said.size() < longest)
                running_[i].said.append(text, static_cast<size_t>(size));
            if (size <= 0) end(i);
        }
    }

    void end(size_t place) {
        Running ended = std::move(running_[place]);
        running_.erase(running_.begin() + static_cast<ptrdiff_t>(place));
        close(ended.said_from);
        int status = 0;
        while (waitpid(ended.process, &status, 0) < 0 && errno == EINTR) {
        }
        end_of(*ended.job, status, ended.said);
    }

    void end_of(const FolderJob& job, int status, const std::string& said) {
        ++done_;
        std::vector<std::string> lines = lines_of(said);
        if (status != 0) {
            const bool signaled = WIFSIGNALED(status) != 0;
            const std::string why = signaled
                                        ? "it ended by signal " + std::to_string(WTERMSIG(status))
                                    : lines.empty() ? "without a message"
                                                    : lines.back();
            if (!signaled && !lines.empty()) lines.pop_back();
            const bool named = why.starts_with(quote(job.input));
            failed_.push_back((named ? "" : quote(job.input) + ": ") + why);
        }
        for (const std::string& line : lines) say_once(job, line);
        count_.show(done_, failed_.size());
    }

    static std::vector<std::string> lines_of(const std::string& said) {
        std::vector<std::string> lines;
        constexpr std::string_view program = "tonelift: ";
        std::istringstream text(said);
        for (std::string line; std::getline(text, line);)
            if (line.starts_with(program)) lines.push_back(line.substr(program.size()));
        return lines;
    }

    // Prints a message of a picture. Only counts the picture if the same message was already
    // printed, or if report() prints the message.
    void say_once(const FolderJob& job, const std::string& line) {
        std::string sentence = line;
        for (const std::string& name : {quote(job.input), quote(job.output)})
            if (line.starts_with(name + ": ")) sentence = line.substr(name.size() + 2);
        Said& said = said_[sentence];
        if (said.last == &job) return;
        said.last = &job;
        if (++said.pictures > 1 || sentence.starts_with(not_copied)) return;
        count_.clear();
        std::fprintf(stderr, "tonelift: %s: %s\n", quote(job.input).c_str(), sentence.c_str());
    }

    void report() const {
        for (const auto& [sentence, said] : said_) {
            const bool is_summary = sentence.starts_with(not_copied);
            const size_t pictures = said.pictures - (is_summary ? 0 : 1);
            if (pictures == 0) continue;
            std::string of = counted(pictures, "picture") + (is_summary ? "" : " more");
            if (is_summary && pictures == 1) of = quote(said.last->input);
            std::fprintf(stderr, "tonelift: %s: %s\n", of.c_str(), sentence.c_str());
        }
        if (kept_ > 0)
            std::fprintf(stderr, "tonelift: %s there and %s; --overwrite replaces %s\n",
                         (counted(kept_, "file") + (kept_ == 1 ? " was" : " were")).c_str(),
                         kept_ == 1 ? "stays" : "stay", kept_ == 1 ? "it" : "them");
        if (failed_.empty()) return;
        std::fprintf(stderr, "tonelift: %zu of %s failed:\n", failed_.size(),
                     counted(jobs_.size(), "picture").c_str());
        for (const std::string& text : failed_) std::fprintf(stderr, "  %s\n", text.c_str());
    }

    const FolderRequest& request_;
    std::vector<FolderJob> jobs_;
    Count count_;
    bool several_ = false;
    size_t next_ = 0, done_ = 0, kept_ = 0;
    std::vector<Running> running_;
    std::map<std::string, Said> said_;
    std::vector<std::string> failed_;
};

void check_options(const MapRequest& request, const std::vector<FolderJob>& jobs) {
    std::set<const StillKind*> kinds;
    for (const FolderJob& job : jobs) kinds.insert(kind_of_name(job.output));
    std::exception_ptr fault;
    for (const StillKind* kind : kinds) {
        try {
            check_still_options(request, *kind);
            return;
        } catch (const Error&) {
            fault = std::current_exception();
        }
    }
    std::rethrow_exception(fault);
}

}  // namespace

size_t map_folder(const FolderRequest& request) {
    FolderJobs found = folder_jobs(request);
    for (const std::string& note : found.notes)
        std::fprintf(stderr, "tonelift: %s\n", note.c_str());
    if (found.jobs.empty())
        throw Error(Failure::argument,
                    std::string("there are no pictures in the given folders; name other folders") +
                        (request.recursive ? "" : ", or search their subfolders with --recursive"));
    check_options(request.map, found.jobs);
    return Folder(request, std::move(found.jobs)).run();
}

}  // namespace tonelift
