#include "server/base/metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <set>
#include <sstream>

namespace server {
namespace {

using testing::HasSubstr;

TEST(MetricsTest, TextNamesEveryFigureFromTheStart) {
  const std::string text = Metrics().text();
  for (const char* name : {"sanqi_connections",
                           "sanqi_rooms_loaded",
                           "sanqi_moves_total",
                           "sanqi_move_commit_seconds",
                           "sanqi_db_commit_seconds",
                           "sanqi_ws_out_queue_bytes",
                           "sanqi_rate_limited_total",
                           "sanqi_unforeseen_total",
                           "sanqi_log_dropped_total",
                           "sanqi_rooms_broken_total",
                           "sanqi_clock_flag_lateness_seconds",
                           "sanqi_lag_compensated_seconds",
                           "sanqi_resync_total",
                           "sanqi_ai_queue_depth",
                           "sanqi_ai_deadline_missed_total",
                           "sanqi_ai_fallback_total",
                           "sanqi_db_errors_total",
                           "process_resident_memory_bytes",
                           "sanqi_storage_memory_bytes",
                           "process_cpu_seconds_total",
                           "process_start_time_seconds"}) {
    EXPECT_THAT(text, HasSubstr(std::string("# TYPE ") + name + ' '));
  }
}

TEST(MetricsTest, NamesFollowTheConventionsOfPrometheus) {
  Metrics metrics;
  metrics.name_build("1.2.3", "0123456789ab");
  const std::string text = metrics.text();
  const std::regex type("# TYPE (\\S+) (\\S+)");
  std::set<std::string> seen;
  for (std::sregex_iterator match(text.begin(), text.end(), type), end; match != end; ++match) {
    const std::string name = (*match)[1], kind = (*match)[2];
    EXPECT_TRUE(seen.insert(name).second) << name << " is there twice";
    EXPECT_TRUE(name.starts_with("sanqi_") || name.starts_with("process_")) << name;
    EXPECT_EQ(name.ends_with("_total"), kind == "counter") << name << " is a " << kind;
    EXPECT_FALSE(name.ends_with("_ms")) << name << " has no base unit";
    EXPECT_TRUE(kind != "histogram" || name.ends_with("_seconds")) << name;
  }
  EXPECT_GT(seen.size(), 20u);
}

TEST(MetricsTest, TellWhatRuns) {
  Metrics metrics;
  metrics.name_build("1.2.3", "0123456789ab");
  EXPECT_THAT(metrics.text(), HasSubstr("sanqi_build_info{commit=\"0123456789ab\",version=\"1.2.3\"} 1\n"));
}

TEST(MetricsTest, CountsByLabel) {
  Metrics metrics;
  metrics.count_game("xiangqi", "draw");
  metrics.count_game("xiangqi", "draw");
  metrics.count_drop("slow");
  metrics.count_refusal("frames");
  metrics.observe_ai_move("gomoku", 3, 0.15);
  EXPECT_THAT(metrics.text(), HasSubstr("sanqi_games_total{game=\"xiangqi\",result=\"draw\"} 2"));
  EXPECT_THAT(metrics.text(), HasSubstr("sanqi_rate_limited_total{limit=\"frames\"} 1"));
  EXPECT_THAT(metrics.text(), HasSubstr("sanqi_ws_dropped_total{reason=\"slow\"} 1"));
  EXPECT_THAT(metrics.text(),
              HasSubstr("sanqi_ai_move_seconds_bucket{game=\"gomoku\",level=\"3\",le=\"0.2\"} 1"));
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
  metrics.count_elsewhere("answered");
  metrics.observe_ai_move("gomoku", 3, 0.15);
  metrics.name_build("1.2.3", "0123456789ab");
  const std::string text = "\n" + metrics.text();
  const auto queries = queries_of(SANQI_SOURCE_DIR "/packaging/metrics/dashboard.json");
  EXPECT_GT(queries.size(), 20u);
  const std::regex name("[a-z]+(_[a-z]+)+");
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
