#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>

#include "tests/seed.h"
#include "tests/server/tournament/evening.h"

namespace server::tournament {
namespace {

/// Everyday runs look at one in fifty.
int tournaments() {
  return std::getenv("SANQI_THOROUGH") != nullptr ? 10'000 : 200;
}

/// SANQI_REPORTS keeps them, for floats.py.
std::string path_of_reports(std::mt19937_64& random) {
  const char* const given = std::getenv("SANQI_REPORTS");
  return given ? given : testing::TempDir() + "tournaments-" + std::to_string(random()) + ".jsonl";
}

/// What standings.py, which was written from docs/tournaments.md, says of these reports; empty: it agrees.
std::string differences(const std::string& reports) {
  const std::string command =
      "python3 '" SANQI_SOURCE_DIR "/tests/server/tournament/standings.py' '" + reports + "' 2>&1";
  std::FILE* const pipe = ::popen(command.c_str(), "r");
  if (!pipe) return "python3 does not start";
  std::string said;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) said += static_cast<char>(c);
  return ::pclose(pipe) == 0 ? "" : said;
}

TEST(Simulation, TournamentsKeepTheirRulesAndTheScriptAgreesOnEveryStanding) {
  std::mt19937_64 random(random_seed());
  EveningStatistics statistics;
  const std::string path = path_of_reports(random);
  {
    std::ofstream reports(path);
    for (int i = 0; i < tournaments() && !HasFailure(); ++i) {
      Evening evening(random, statistics);
      evening.play();
      reports << evening.report();
    }
  }
  EXPECT_EQ(differences(path), "");
  if (std::getenv("SANQI_REPORTS") == nullptr) std::remove(path.c_str());
  std::cout << statistics.tournaments << " tournaments, " << statistics.pairings
            << " Swiss tables: " << statistics.floats << " between different points, " << statistics.forced
            << " forced colours; " << statistics.unfinished << " ended early; " << statistics.crashes
            << " crashes\n";
  EXPECT_GT(statistics.pairings, 5 * tournaments()) << "too little happens to test anything";
}

}  // namespace
}  // namespace server::tournament
