// SPDX-License-Identifier: BSD-2-Clause
#include "tests/bench/patterns/ours.h"
#include "tests/bench/patterns/patterns.h"
#include "tests/oracle/plain.h"

namespace tonelift::patterns {
namespace {

constexpr double tolerance = 2e-5;
constexpr unsigned tile = 32;

Scan edge_scan(Axis axis) {
    Scan scan;
    scan.kind = ScanKind::edge;
    scan.axis = axis;
    scan.rate = 0.05f;
    scan.edge = 25;
    return scan;
}

Samples filtered(const Size& size, const Scan& scan, const Values& value, const Values& guide) {
    const bool rows = scan.axis == Axis::x;
    const int lines = rows ? size.height : size.width;
    const int n = rows ? size.width : size.height;
    std::vector<double> all, guides(static_cast<size_t>(n));
    for (int line = 0; line < lines; ++line) {
        for (int i = 0; i < n; ++i) {
            const int x = rows ? i : line, y = rows ? line : i;
            all.push_back(value(x, y));
            guides[static_cast<size_t>(i)] = guide(x, y);
        }
        scan_line_plain(scan, all.data() + all.size() - guides.size(), guides.data(), n);
    }
    return samples_of(size, [&](int x, int y) {
        const size_t line = static_cast<size_t>(rows ? y : x);
        return all[line * static_cast<size_t>(n) + static_cast<size_t>(rows ? x : y)];
    });
}

class EdgeScan {
  public:
    explicit EdgeScan(Lab& lab) : lab_(lab), value_(lab, 1), guide_(lab, 2), target_(lab) {
        const Size turned = {lab.size().height, lab.size().width, lab.size().frames};
        for (int i = 0; i < 3; ++i) turned_.emplace_back(lab.device(), turned, Pixel::float32);
    }

    void rows() {
        std::vector<Variant> variants = begin(Axis::x);
        variants.push_back(variant("one thread per row", [this] {
            lines("scan_rows", lab_.size().height, value_.float32, guide_.float32, target_.float32);
        }));
        variants.push_back(variant("transposed, one thread per column", [this] {
            transpose(value_.float32, turned_[0]);
            transpose(guide_.float32, turned_[1]);
            lines("scan_columns", lab_.size().height, turned_[0], turned_[1], turned_[2]);
            transpose(turned_[2], target_.float32);
        }));
        variants.push_back(variant("transposed in shared memory", [this] {
            kernels().launch("scan_rows_turned",
                             {ceil_divide(lab_.size().height, tile), 1, frames(), tile, 1},
                             value_.float32.frames(), guide_.float32.frames(),
                             target_.float32.frames(), filter());
        }));
        compare("scan along rows", Axis::x, variants);
    }

    void columns() {
        std::vector<Variant> variants = begin(Axis::y);
        variants.push_back(variant("one thread per column", [this] {
            lines("scan_columns", lab_.size().width, value_.float32, guide_.float32,
                  target_.float32);
        }));
        compare("scan along columns", Axis::y, variants);
    }

  private:
    const Kernels& kernels() const { return lab_.kernels("scan"); }
    unsigned frames() const { return static_cast<unsigned>(lab_.size().frames); }
    static EdgeFilter filter() {
        const Scan scan = edge_scan(Axis::x);
        return {scan.rate, scan.edge};
    }

    std::vector<Variant> begin(Axis axis) {
        expected_ = filtered(lab_.size(), edge_scan(axis), value_.values, guide_.values);
        return target_.copies(value_);
    }
    Variant variant(const std::string& name, std::function<void()> run) const {
        return variant_of(name, target_.float32, expected_, tolerance, std::move(run));
    }
    void compare(const std::string& name, Axis axis, std::vector<Variant>& variants) {
        add_ours(lab_, edge_scan(axis), {value_, guide_}, {0, 1}, expected_, tolerance, variants);
        lab_.compare(name, 0, variants);
    }

    void lines(const char* kernel, int count, const Planes& value, const Planes& guide,
               const Planes& out) const {
        constexpr unsigned threads = 64;
        kernels().launch(kernel, {ceil_divide(count, threads), 1, frames(), threads, 1},
                         value.frames(), guide.frames(), out.frames(), filter());
    }
    void transpose(const Planes& from, const Planes& to) const {
        kernels().launch("transpose",
                         {ceil_divide(from.size().width, tile),
                          ceil_divide(from.size().height, tile), frames(), tile, 1},
                         from.frames(), to.frames());
    }

    Lab& lab_;
    Source value_;
    Source guide_;
    Target target_;
    std::vector<Planes> turned_;
    Samples expected_;
};

}  // namespace

void scan(Lab& lab) {
    EdgeScan scan(lab);
    scan.rows();
    scan.columns();
}

}  // namespace tonelift::patterns
