#include "server/metrics/metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

TEST(MetricsTest, MeasuresItsOwnProcess) {
  const std::string text = Metrics().text();
  EXPECT_THAT(text, testing::Not(HasSubstr("process_resident_memory_bytes 0\n")));
  EXPECT_THAT(text, testing::Not(HasSubstr("process_start_time_seconds 0\n")));
}

}  // namespace
}  // namespace server
