// SPDX-License-Identifier: BSD-2-Clause
#include "tests/quality/report.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <vector>

#include "tests/quality/mapping.h"
#include "tests/quality/peer.h"

namespace quality {

namespace {

struct Row {
    std::string figure, value, bar, verdict;
};

std::vector<Row>& rows() {
    static std::vector<Row> table;
    return table;
}

std::string number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", value);
    return text;
}

bool reaches(double value, double level, Better better) {
    return better == Better::lower ? value <= level : value >= level;
}

class Table : public testing::Environment {
  public:
    void TearDown() override {
        if (rows().empty()) return;
        std::printf("\n%-58s %14s %14s  %s\n", "figure", "value", "bar", "");
        for (const Row& row : rows())
            std::printf("%-58s %14s %14s  %s\n", row.figure.c_str(), row.value.c_str(),
                        row.bar.c_str(), row.verdict.c_str());
        if (has_peer()) std::printf("of a peer: reported, not judged\n");
        if (*options_of_run()) std::printf("with %s: reported, not judged\n", options_of_run());
    }
};

[[maybe_unused]] const testing::Environment* const table =
    testing::AddGlobalTestEnvironment(new Table);

}  // namespace

void judge(const std::string& figure, double value, const std::string& unit, const Bar& bar) {
    const bool met = reaches(value, bar.bar, bar.better);
    const char* sign = bar.better == Better::lower ? "<= " : ">= ";
    std::string verdict = met ? "met" : "MISSED";
    if (bar.recorded != bar.bar)
        verdict += met ? ", better than the recorded " + number(bar.recorded) + ": assert the bar"
                       : ", recorded " + number(bar.recorded);
    rows().push_back({figure, number(value) + " " + unit, sign + number(bar.bar), verdict});
    if (*options_of_run() || has_peer()) return;
    EXPECT_TRUE(reaches(value, bar.recorded, bar.better))
        << figure << " is " << value << " " << unit << ", to be " << sign << bar.recorded;
}

void tell(const std::string& figure, double value, const std::string& unit) {
    rows().push_back({figure, number(value) + " " + unit, "", ""});
}

}  // namespace quality
