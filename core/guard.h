// SPDX-License-Identifier: BSD-2-Clause
// Converts exceptions to a status and a message, because no exception may reach C code.
#pragma once

#include <tonelift/tonelift.h>

#include <new>
#include <system_error>

#include "core/common/log.h"
#include "core/common/structs.h"
#include "kernels/error.h"

namespace tonelift {

inline tonelift_status status_of(Failure failure) {
    switch (failure) {
        case Failure::argument:
            return TONELIFT_ERROR_ARGUMENT;
        case Failure::unsupported:
            return TONELIFT_ERROR_UNSUPPORTED;
        case Failure::script:
            return TONELIFT_ERROR_SCRIPT;
        case Failure::out_of_memory:
            return TONELIFT_ERROR_OUT_OF_MEMORY;
        case Failure::io:
            return TONELIFT_ERROR_IO;
        case Failure::device:
            return TONELIFT_ERROR_DEVICE;
        case Failure::internal:
            break;
    }
    return TONELIFT_ERROR_INTERNAL;
}

template <typename Body>
tonelift_status guarded(const Log& log, Body body) noexcept {
    try {
        body();
        return TONELIFT_OK;
    } catch (const Error& error) {
        log.error(error.what());
        return status_of(error.failure());
    } catch (const std::bad_alloc&) {
        log.error("out of memory");
        return TONELIFT_ERROR_OUT_OF_MEMORY;
    } catch (const std::system_error& error) {  // for example, a thread could not be started
        log.error("resources of the system are exhausted:", error.what());
        return TONELIFT_ERROR_OUT_OF_MEMORY;
    } catch (const std::exception& error) {
        log.error("internal error:", error.what());
    } catch (...) {
        log.error("internal error");
    }
    return TONELIFT_ERROR_INTERNAL;
}

// Like guarded() above, but first checks the log struct that the caller passed. Messages go to this
// log.
template <typename Body>
tonelift_status guarded(const tonelift_log* given, Body body) noexcept {
    constexpr StructRule<tonelift_log> rule{
        "tonelift_log", "sizeof(tonelift_log)", sizeof(tonelift_log), {}};
    Log log;
    const tonelift_status status = guarded(log, [&] {
        if (given == nullptr) return;
        check_struct_size(given->struct_size, rule);
        log = Log(given);
        check_unknown_fields(given, given->struct_size, rule);
    });
    return status != TONELIFT_OK ? status : guarded(log, [&] { body(log); });
}

inline void require(bool condition, const char* message) {
    if (!condition) throw Error(Failure::argument, message);
}

}  // namespace tonelift
