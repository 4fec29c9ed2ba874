#include "tests/load/report.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <sstream>

#include "tests/load/fields.h"
#include "tests/load/tally.h"

namespace load {
namespace {

TEST(Report, SaysWhichBarsAreMissed) {
  const std::array<Bar, 2> bars{{{"ack_p99", 10}, {"moves", 500, true}}};
  Report report("L2: \"quoted\"", bars);
  report.add("ack_p99", 12.5, "ms");
  report.add("moves", 1000, "/s");
  report.problem("a gap in the versions (1)");
  std::ostringstream json, table;
  report.write_json(json);
  report.write_table(table);
  const std::string written = json.str();
  EXPECT_NE(written.find(R"("scenario":"L2: \"quoted\"")"), std::string::npos);
  EXPECT_NE(written.find(R"("ack_p99":{"value":12.5,"unit":"ms","bar":"<= 10","met":false})"),
            std::string::npos);
  EXPECT_NE(written.find(R"("moves":{"value":1000,"unit":"/s","bar":">= 500","met":true})"),
            std::string::npos);
  EXPECT_NE(written.find(R"x("problems":["a gap in the versions (1)"],"invalid":[])x"), std::string::npos);
  EXPECT_NE(table.str().find("MISSED <= 10"), std::string::npos);
  EXPECT_NE(table.str().find("ok     >= 500"), std::string::npos);
  EXPECT_NE(table.str().find("PROBLEM: a gap"), std::string::npos);
  EXPECT_EQ(report.value("ack_p99"), 12.5);
  EXPECT_TRUE(std::isnan(report.value("nothing")));
}

TEST(Fields, AreFoundByName) {
  constexpr std::string_view event =
      R"({"t":"event","gameId":"aB3d","v":12,"kind":"move","move":"h2e2","clock":null,"last":7})";
  EXPECT_EQ(type_of(event), "event");
  EXPECT_EQ(field(event, "move"), "h2e2");
  EXPECT_EQ(field(event, "clock"), "null");
  EXPECT_EQ(number(event, "v"), 12);
  EXPECT_EQ(number(event, "last"), 7);
  EXPECT_EQ(number(event, "ply"), -1);
  EXPECT_EQ(field(event, "ply"), "");
  EXPECT_EQ(type_of(R"({"id":1,"t":"ack"})"), "ack");
}

TEST(Latencies, HaveQuantiles) {
  Latencies latencies;
  EXPECT_EQ(latencies.quantile(0.5), 0);
  for (int i = 101; i-- > 0;) latencies.add(std::chrono::milliseconds(i));
  EXPECT_EQ(latencies.quantile(0.5), 50);
  EXPECT_EQ(latencies.quantile(0.99), 99);
  EXPECT_EQ(latencies.quantile(1), 100);
}

}  // namespace
}  // namespace load
