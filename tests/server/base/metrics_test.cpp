#include "server/base/metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <sstream>

namespace server {
namespace {

using testing::HasSubstr;

TEST(MetricsTest, TextNamesEveryFigureFromTheStart) {
  const std::string text = Metrics().text();
  for (const char* name : {"connections",
                           "rooms_loaded",
                           "moves_total",
                           "move_commit_seconds",
                           "db_commit_seconds",
                           "ws_out_queue_bytes",
                           "rate_limited_total",
                           "unforeseen_total",
                           "log_dropped_total",
                           "rooms_broken_total",
                           "clock_flag_lateness_ms",
                           "lag_compensated_ms",
                           "resync_total",
                           "ai_queue_depth",
                           "ai_deadline_missed_total",
                           "ai_fallback_total",
                           "db_errors_total",
                           "process_resident_memory_bytes",
                           "storage_memory_bytes",
                           "process_cpu_seconds_total",
                           "process_start_time_seconds"}) {
    EXPECT_THAT(text, HasSubstr(std::string("# TYPE ") + name + ' '));
  }
}

TEST(MetricsTest, CountsByLabel) {
  Metrics metrics;
  metrics.count_game("xiangqi", "draw");
  metrics.count_game("xiangqi", "draw");
  metrics.count_drop("slow");
  metrics.count_refusal("frames");
  metrics.observe_ai_move("gomoku", 3, 0.15);
  EXPECT_THAT(metrics.text(), HasSubstr("games_total{game=\"xiangqi\",result=\"draw\"} 2"));
  EXPECT_THAT(metrics.text(), HasSubstr("rate_limited_total{limit=\"frames\"} 1"));
  EXPECT_THAT(metrics.text(), HasSubstr("ws_dropped_total{reason=\"slow\"} 1"));
  EXPECT_THAT(metrics.text(), HasSubstr("ai_move_seconds_bucket{game=\"gomoku\",level=\"3\",le=\"0.2\"} 1"));
}

/// What Prometheus is asked for by the panels of a dashboard.
std::vector<std::string> queries_of(const std::string& file) {
  std::ifstream in(file);
  const std::string json{std::istreambuf_iterator<char>(in), {}};
  const std::regex query(R"re("expr": "([^"]+)")re");
  std::vector<std::string> found;
  for (std::sregex_iterator match(json.begin(), json.end(), query), end; match != end; ++match)
    found.push_back((*match)[1]);
  return found;
}

TEST(MetricsTest, DashboardAsksForNothingThatIsNotThere) {
  Metrics metrics;
  metrics.count_game("xiangqi", "draw");
  metrics.count_drop("slow");
  metrics.observe_ai_move("gomoku", 3, 0.15);
  const std::string text = "\n" + metrics.text();
  const auto queries = queries_of(SANQI_SOURCE_DIR "/packaging/metrics/dashboard.json");
  EXPECT_GT(queries.size(), 20u);
  const std::regex name("[a-z]+(_[a-z]+)+|connections");
  for (const std::string& query : queries) {
    for (std::sregex_iterator match(query.begin(), query.end(), name), end; match != end; ++match) {
      const std::string word = match->str();
      if (word == "histogram_quantile") continue;
      EXPECT_TRUE(text.find("\n" + word + ' ') != std::string::npos ||
                  text.find("\n" + word + '{') != std::string::npos)
          << query << " asks for " << word;
    }
  }
}

TEST(MetricsTest, MeasuresItsOwnProcess) {
  const std::string text = Metrics().text();
  EXPECT_THAT(text, testing::Not(HasSubstr("process_resident_memory_bytes 0\n")));
  EXPECT_THAT(text, testing::Not(HasSubstr("process_start_time_seconds 0\n")));
}

}  // namespace
}  // namespace server
