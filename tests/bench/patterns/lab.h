// SPDX-License-Identifier: BSD-2-Clause
// Checks and measures the variants of a computation. The variants run alternately, so changes of
// the GPU's clock rate affect all of them equally.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tests/bench/patterns/kernels.h"
#include "tests/bench/patterns/planes.h"

namespace tonelift::patterns {

struct Settings {
    Size size = {3840, 2160, 8};
    std::vector<int> radii;
    int turns = 21;
    double turn_seconds = 0.0015;
};

struct Row {
    std::string pattern;
    int radius = 0;
    std::string variant;
    double median = 0;
    double low = 0;
    double high = 0;
};

struct Variant {
    std::string name;
    std::function<void()> run;
    Planes out;
    std::function<double()> error;
    double tolerance;
};
Variant variant_of(std::string name, const Planes& out, const Samples& expected, double tolerance,
                   std::function<void()> run);

class Lab {
  public:
    Lab(std::shared_ptr<CudaDevice> device, const Settings& settings);

    const std::shared_ptr<CudaDevice>& device() const { return device_; }
    const Settings& settings() const { return settings_; }
    const Size& size() const { return settings_.size; }
    Planes planes(Pixel pixel) const { return {device_, size(), pixel}; }

    const Kernels& kernels(const std::string& file);

    void compare(const std::string& pattern, int radius, const std::vector<Variant>& variants);
    double seconds(const std::function<void()>& run, int times) const;

    const std::vector<Row>& rows() const { return rows_; }
    const std::vector<std::string>& failures() const { return failures_; }

  private:
    bool is_right(const std::string& what, const Variant& variant);
    std::vector<std::vector<double>> measure(const std::vector<Variant>& variants) const;
    void print(size_t first) const;

    std::shared_ptr<CudaDevice> device_;
    CurrentContext current_;
    Settings settings_;
    std::map<std::string, Kernels> kernels_;
    std::vector<Row> rows_;
    std::vector<std::string> failures_;
};

}  // namespace tonelift::patterns
