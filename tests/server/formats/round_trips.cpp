#include "tests/server/formats/round_trips.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <vector>

#include "server/formats/game_file.h"
#include "server/formats/record_json.h"
#include "server/match/imported_game.h"
#include "tests/server/formats/random_record.h"

namespace server {

namespace {

constexpr TimePoint kNow{Millis(1'800'000'000'000)};

/// How often each format was written and came back the same.
using Counts = std::map<std::string, int>;

std::vector<PgnNotation> notations_of(const GameFormat& format) {
  if (format.id != "pgn") return {PgnNotation::iccs};
  return {PgnNotation::iccs, PgnNotation::wxf, PgnNotation::zh};
}

void expect_round_trip(const GameFormat& format, PgnNotation notation, const PlayedGame& game,
                       Counts& counts) {
  const auto file = write_game(format.id, game, notation);
  if (!file) {
    ++counts[std::string(format.id) + " refused"];
    return;
  }
  const std::string label = std::string(format.id) + ' ' + std::to_string(static_cast<int>(notation));
  const auto record = import_game({.bytes = file->text, .game = std::string(format.game)}, kNow);
  ASSERT_TRUE(record) << record.error().message << "\nin:\n" << file->text;
  if (format.id != "transcript") {  // Whose moves may be legal in another spelling as well.
    for (const BadText& note : record->notes) FAIL() << note.message << "\nin:\n" << file->text;
  }
  const auto again = played_game(record->record);
  ASSERT_TRUE(again);
  if (format.id != "transcript") {  // Which may lose a pass after its last move.
    ASSERT_EQ(again->moves, game.moves);
  }
  ASSERT_EQ(write_game(format.id, *again, notation)->text, file->text);
  ++counts[label];
}

void expect_json_round_trip(storage::Record record, Counts& counts) {
  const std::string text = write_record(record);
  auto read = import_game({.bytes = text}, kNow);
  ASSERT_TRUE(read) << read.error().message << "\nin:\n" << text;
  storage::Record& again = read->record;
  ASSERT_EQ(write_record(again), text);
  again.game.id = record.game.id;
  record.game.source = "json";
  for (storage::Event& event : record.events) event.game.clear();
  ASSERT_EQ(again, record) << text;
  ++counts["json"];
}

/// Every format has come back the same so many times.
bool all_came_back(const Counts& counts, int count) {
  return !counts.empty() && std::ranges::all_of(counts, [&](const auto& each) {
    return each.first.ends_with("refused") || each.second >= count;
  });
}

}  // namespace

void expect_round_trips(std::string_view game, int count, unsigned long long seed) {
  std::cout << game << ": seed " << seed << '\n';
  Counts counts;
  // A format that cannot tell of set-up positions sees fewer games than the others.
  for (int i = 0; !all_came_back(counts, count) && !testing::Test::HasFatalFailure(); ++i) {
    SCOPED_TRACE("game " + std::to_string(i));
    ASSERT_LT(i, 10 * count);
    engine::SplitMix64 random(seed + static_cast<unsigned>(i));
    const storage::Record record = random_record(game, random);
    const auto played = played_game(record);
    ASSERT_TRUE(played);
    for (const GameFormat& format : game_formats()) {
      if (format.game != game) continue;
      for (const PgnNotation notation : notations_of(format))
        expect_round_trip(format, notation, *played, counts);
    }
    expect_json_round_trip(record, counts);
  }
  for (const auto& [format, times] : counts) std::cout << "  " << format << ": " << times << '\n';
}

}  // namespace server
