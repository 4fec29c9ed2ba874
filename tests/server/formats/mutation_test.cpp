#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <iostream>

#include "server/formats/game_file.h"
#include "server/formats/record_json.h"
#include "server/match/imported_game.h"
#include "tests/seed.h"
#include "tests/server/formats/random_record.h"

/// Files that are nearly right. A reader may say what it likes of them, but must say something: no crash, no
/// endless loop, and what it takes for a game must be one.
namespace server {
namespace {

using engine::SplitMix64;

constexpr int kMutations = 10'000;
constexpr TimePoint kNow{Millis(1'800'000'000'000)};
/// Texts of a few moves: a mutation is as likely to hit syntax as a move.
constexpr int kShort = 12;

std::size_t place(const std::string& text, SplitMix64& random) {
  return text.empty() ? 0 : random.below(static_cast<std::uint32_t>(text.size()));
}

/// One change: a byte, a piece less, a piece twice, or a sign that means something to some format.
void mutate(std::string& text, SplitMix64& random) {
  static constexpr std::string_view kSigns[] = {"[", "]",  "(",   ")",    "{",    "}",  "\"", "\\",  ";",
                                                "/", "\n", "999", "-1",   ",",    ":",  "\0", "。",  "PL[W]",
                                                "$", "0",  "AB",  "pass", "null", "[[", "1.", "...", "%"};
  const std::size_t at = place(text, random), length = random.below(8);
  switch (random.below(5)) {
    case 0:
      if (!text.empty()) text[at] = static_cast<char>(random.below(256));
      return;
    case 1:
      text.erase(std::min(at, text.size()), length);
      return;
    case 2:
      text.insert(place(text, random), text.substr(at, length));
      return;
    case 3:
      text.resize(at);
      return;
    default:
      text.insert(at, kSigns[random.below(static_cast<std::uint32_t>(std::size(kSigns)))]);
  }
}

/// The start of a random game as a file of this format.
std::string short_file(const GameFormat& format, SplitMix64& random) {
  while (true) {
    PlayedGame game = *played_game(random_record(format.game, random));
    game.moves.resize(std::min<std::size_t>(game.moves.size(), kShort));
    game.spent.resize(game.moves.size());
    if (const auto file = write_game(format.id, game, PgnNotation::zh)) return file->text;
  }
}

void expect_answer(const std::string& text, const std::string& format, std::string_view game, int& read) {
  const auto record = import_game({.bytes = text, .format = format, .game = std::string(game)}, kNow);
  if (!record) {
    ASSERT_FALSE(record.error().message.empty());
    ASSERT_FALSE(record.error().reason.empty());
    return;
  }
  ++read;
  ASSERT_TRUE(played_game(record->record)) << text;
}

template <class MakeText>
void mutate_all(const std::string& format, std::string_view game, MakeText make_text) {
  SplitMix64 random(random_seed());
  int read = 0;
  for (int i = 0; i < kMutations && !testing::Test::HasFatalFailure(); ++i) {
    static constexpr int kOfOneText = 50;
    static std::string original;
    if (i % kOfOneText == 0) original = make_text(random);
    std::string text = original;
    for (std::uint32_t left = 1 + random.below(3); left > 0; --left) mutate(text, random);
    expect_answer(text, format, game, read);
  }
  std::cout << format << ' ' << game << ": " << read << " of " << kMutations << " were read\n";
  EXPECT_GT(read, 0) << "texts that are all refused at once test little";
  EXPECT_LT(read, kMutations);
}

class MutationTest : public testing::TestWithParam<GameFormat> {};

INSTANTIATE_TEST_SUITE_P(All, MutationTest, testing::ValuesIn(game_formats().begin(), game_formats().end()),
                         [](const auto& info) {
                           return std::string(info.param.id) + "_" + std::string(info.param.game);
                         });

TEST_P(MutationTest, EveryTextIsAnswered) {
  const GameFormat& format = GetParam();
  mutate_all(std::string(format.id), format.game,
             [&](SplitMix64& random) { return short_file(format, random); });
}

TEST(JsonMutationTest, EveryDocumentIsAnswered) {
  mutate_all("json", "", [](SplitMix64& random) {
    static constexpr std::string_view kGames[] = {"xiangqi", "gomoku", "antireversi"};
    storage::Record record = random_record(kGames[random.below(3)], random);
    record.events.resize(std::min<std::size_t>(record.events.size(), kShort));
    return write_record(record);
  });
}

}  // namespace
}  // namespace server
