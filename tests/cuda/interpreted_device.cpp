// SPDX-License-Identifier: BSD-2-Clause
#include "tests/cuda/interpreted_device.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>

#include "tests/cuda/load_double.h"

namespace tonelift {
namespace {

using interpreter::Module;

struct Prepared {
    std::shared_ptr<const Module> module;
    interpreter::Launch launch;
};

struct State {
    std::mutex door;
    InterpretedWays ways;
    std::string fault;
    std::map<std::string, std::shared_ptr<const Module>> modules;
};

State& state() {
    static State state;
    return state;
}

void note(const std::string& fault) {
    const std::lock_guard inside(state().door);
    if (state().fault.empty()) state().fault = fault;
}

std::string changed(std::string ptx, const InterpretedWays& ways) {
    if (ways.instead_of.empty()) return ptx;
    for (size_t at = 0; (at = ptx.find(ways.instead_of, at)) != std::string::npos;) {
        ptx.replace(at, ways.instead_of.size(), ways.is);
        at += ways.is.size();
    }
    return ptx;
}

std::shared_ptr<const Module> module_of(const char* ptx) {
    const std::lock_guard inside(state().door);
    std::shared_ptr<const Module>& module = state().modules[ptx];
    if (module == nullptr) module = interpreter::parse_ptx(changed(ptx, state().ways));
    return module;
}

void* prepare(const DoubleLaunch* what) {
    try {
        auto prepared = std::make_unique<Prepared>();
        prepared->module = module_of(what->ptx);
        interpreter::Launch& launch = prepared->launch;
        launch.kernel = what->kernel;
        std::copy(std::begin(what->grid), std::end(what->grid), launch.grid.begin());
        std::copy(std::begin(what->block), std::end(what->block), launch.block.begin());
        launch.shared_bytes = what->shared_bytes;
        launch.parameters = parameters_of(*prepared->module, launch.kernel, what->parameters);
        launch.error = state().ways.error;
        launch.last_first = state().ways.last_first;
        return prepared.release();
    } catch (const interpreter::Fault& fault) {
        note(what->kernel + (": " + std::string(fault.what())));
        return nullptr;
    }
}

interpreter::Piece piece_at(uintptr_t address) {
    static const auto find =
        double_function<void(uintptr_t, uintptr_t*, size_t*)>("tonelift_driver_double_piece");
    interpreter::Piece piece;
    find(address, &piece.begin, &piece.bytes);
    return piece;
}

void run(void* what) {
    const auto* const prepared = static_cast<const Prepared*>(what);
    if (prepared == nullptr || !InterpretedDevice::fault().empty()) return;
    try {
        run_kernel(*prepared->module, prepared->launch, pieces_of(*prepared->module, piece_at));
    } catch (const interpreter::Fault& fault) {
        note(prepared->launch.kernel + ": " + fault.what());
    }
}

void forget(void* what) { delete static_cast<Prepared*>(what); }

}  // namespace

InterpretedDevice::InterpretedDevice(const InterpretedWays& ways) {
    state().ways = ways;
    state().fault.clear();
    driver_double().prepare = prepare;
    driver_double().run = run;
    driver_double().forget = forget;
}

InterpretedDevice::~InterpretedDevice() {
    driver_double().prepare = nullptr;
    driver_double().run = nullptr;
    driver_double().forget = nullptr;
    state().modules.clear();
}

std::string InterpretedDevice::fault() {
    const std::lock_guard inside(state().door);
    return state().fault;
}

}  // namespace tonelift
