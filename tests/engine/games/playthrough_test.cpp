// Games on record, told in full: any change of rules, texts or notations shows as a difference that people
// can read. They are in tests/data/playthroughs. To tell them anew after a wanted change:
//     SANQI_WRITE_PLAYTHROUGHS=1 build/release/tests/engine/games/conformance_test
//     --gtest_filter='*Playthrough*'
// A game that has no file yet is then played, half at random and half by the bot.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/engine/games/random_game.h"

namespace {

using namespace engine;

constexpr std::uint64_t kPlaythroughSeed = 28;
constexpr int kPlies = 60;

std::filesystem::path file_of(const Variant& variant) {
  return std::filesystem::path(SANQI_SOURCE_DIR) / "tests/data/playthroughs" / (variant.name() + ".txt");
}

std::string contents(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

void tell_position(const Match& match, std::ostream& out) {
  const Look look = match.look();
  const auto legal = match.legal_moves();
  out << "  " << look.pos << (look.check ? " check" : "") << "\n  legal " << legal.size();
  constexpr std::size_t kReadable = 60;  // Of a longer list (Gomoku's free points) the number says enough.
  for (const std::string& move : legal)
    if (legal.size() <= kReadable) out << ' ' << move;
  out << '\n';
  for (const auto& [name, moves] : {std::pair{"forbidden", look.forbidden}, {"perilous", look.perilous}}) {
    if (moves.empty()) continue;
    out << "  " << name;
    for (const std::string& move : moves) out << ' ' << move;
    out << '\n';
  }
}

/// The whole story of a game, move by move.
std::string tell(const Variant& variant, const std::vector<std::string>& moves) {
  std::ostringstream out;
  const auto match = variant.start();
  out << variant.name() << '\n';
  tell_position(*match, out);
  for (const std::string& move : moves) {
    out << "> " << move;
    for (const Notation& notation : match->notations(move))
      out << ' ' << notation.style << '=' << notation.text;
    out << '\n';
    EXPECT_TRUE(match->play(move)) << move;
    tell_position(*match, out);
  }
  if (const auto outcome = match->outcome())
    out << "end "
        << (!outcome->winner                  ? "draw"
            : *outcome->winner == Side::first ? "first"
                                              : "second")
        << ' ' << outcome->reason << '\n';
  return out.str();
}

std::vector<std::string> moves_in(const std::string& story) {
  std::vector<std::string> moves;
  std::istringstream lines(story);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("> ")) moves.push_back(line.substr(2, line.find(' ', 2) - 2));
  return moves;
}

std::vector<std::string> play_one(const Variant& variant) {
  SplitMix64 random(kPlaythroughSeed);
  const auto bot = variant.game.new_bot({.hash_bytes = 1 << 20});
  std::vector<std::string> moves;
  for (const auto match = variant.start(); !match->outcome() && moves.size() < kPlies;) {
    const auto legal = match->legal_moves();
    const bool by_chance = random.below(2) == 0;
    moves.push_back(by_chance ? legal[random.below(static_cast<std::uint32_t>(legal.size()))]
                              : bot->think(*match, {.nodes = 500}, {}, {}).best);
    (void)match->play(moves.back());
  }
  return moves;
}

class Playthrough : public testing::TestWithParam<Variant> {};

TEST_P(Playthrough, IsToldAsBefore) {
  const auto path = file_of(GetParam());
  const bool known = std::filesystem::exists(path);
  if (std::getenv("SANQI_WRITE_PLAYTHROUGHS")) {
    const auto moves = known ? moves_in(contents(path)) : play_one(GetParam());
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << tell(GetParam(), moves);
    return;
  }
  ASSERT_TRUE(known) << path << " is missing; see the head of this file";
  const std::string story = contents(path);
  EXPECT_EQ(tell(GetParam(), moves_in(story)), story);
}

/// One board size of each rule is enough.
std::vector<Variant> told_variants() {
  auto variants = all_variants();
  std::erase_if(variants, [](const Variant& variant) {
    return variant.setup.size != 0 && variant.setup.size != variant.game.sizes.front();
  });
  return variants;
}

INSTANTIATE_TEST_SUITE_P(Games, Playthrough, testing::ValuesIn(told_variants()),
                         [](const auto& info) { return info.param.name(); });

}  // namespace
