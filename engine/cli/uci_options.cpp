#include "engine/cli/uci_options.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <ostream>
#include <utility>

namespace engine::cli {
namespace {

using Stale = UciOptions::Stale;

constexpr int kMaxHash = 65'536, kMaxThreads = 256, kMaxLines = 400, kMaxOverhead = 5'000;

/// Clamped; nothing for what is no number.
// Programs send what they like: a number out of range is meant as much or as little as there is.
std::optional<int> bounded(const std::string& text, int min, int max) {
  long long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end == text.data()) return std::nullopt;
  if (error == std::errc::result_out_of_range) return text.front() == '-' ? min : max;
  return static_cast<int>(std::clamp<long long>(value, min, max));
}

/// The least and the highest rating of any level of any game that was measured.
std::pair<int, int> ratings() {
  int min = kFirstRating, max = kFirstRating;
  for (const Game& game : games())
    for (int level = 1; level <= search::kLevels; ++level) {
      max = std::max(max, game.rating(level));
    }
  return {min, max};
}

/// The highest where no level was measured.
// UCI_Elo is compared with ratings of this game's levels; a level without one cannot be meant.
int level_nearest_to(const Game& game, int elo) {
  int nearest = search::kLevels, distance = INT32_MAX;
  for (int level = 1; level <= search::kLevels; ++level) {
    const int rating = game.rating(level);
    if (rating == 0 || std::abs(rating - elo) >= distance) continue;
    nearest = level;
    distance = std::abs(rating - elo);
  }
  return nearest;
}

/// The game whose rules an option of this name chooses among.
const Game* game_ruled_by(const std::string& option) {
  if (option.empty()) return nullptr;
  const auto found = std::ranges::find(games(), option, rule_option);
  return found == games().end() ? nullptr : &*found;
}

}  // namespace

Expected<Stale, std::string> UciOptions::set(const std::string& name, const std::string& value) {
  if (name == "UCI_Variant") {
    const Game* found = find_game(value);
    if (!found) return Unexpected("unknown variant " + value);
    game = found;
    return Stale::both;
  }
  if (const Game* ruled = game_ruled_by(name)) {
    if (std::ranges::find(ruled->rules, value) == ruled->rules.end())
      return Unexpected("unknown rule " + value);
    rules[ruled->id] = value;
    return Stale::position;
  }
  if (name == "Hash") {
    bot.hash_bytes = static_cast<std::size_t>(bounded(value, 1, kMaxHash).value_or(16)) << 20;
    return Stale::bot;
  }
  if (name == "Threads") {
    bot.threads = bounded(value, 1, kMaxThreads).value_or(1);
    return Stale::bot;
  }
  if (name == "Use Network") {
    bot.network = value == "true";
    return Stale::bot;
  }
  if (name == "Clear Hash") return Stale::bot;
  return set_for_next_search(name, value);
}

/// What is read when the next search begins.
Expected<Stale, std::string> UciOptions::set_for_next_search(const std::string& name,
                                                             const std::string& value) {
  if (name == "MultiPV") {
    multipv = bounded(value, 1, kMaxLines).value_or(1);
  } else if (name == "Skill Level") {
    skill = bounded(value, 1, search::kLevels).value_or(skill);
  } else if (name == "UCI_LimitStrength") {
    limits_strength = value == "true";
  } else if (name == "OwnBook") {
    own_book = value == "true";
  } else if (name == "UCI_Elo") {
    elo = bounded(value, 0, INT32_MAX).value_or(elo);
  } else if (name == "First Rank") {
    first_rank = bounded(value, 0, 1).value_or(0);
  } else if (name == "Move Overhead") {
    overhead =
        std::chrono::milliseconds(bounded(value, 0, kMaxOverhead).value_or(search::kUsualOverhead.count()));
  } else if (name != "Ponder") {  // That we may be asked to: there is nothing to prepare.
    return Unexpected("unknown option " + name);
  }
  return Stale::nothing;
}

int UciOptions::level() const {
  return limits_strength ? level_nearest_to(*game, elo) : skill;
}

Setup UciOptions::setup(std::string pos) const {
  const auto chosen = rules.find(game->id);
  return {.rule = chosen == rules.end() ? "" : chosen->second, .pos = std::move(pos), .past_rulings = true};
}

void list_options(std::ostream& out) {
  out << "option name UCI_Variant type combo default " << games().front().id;
  for (const Game& game : games()) out << " var " << game.id;
  for (const Game& game : games()) {
    if (game.rules.size() < 2) continue;
    out << "\noption name " << rule_option(game) << " type combo default " << game.rules.front();
    for (std::string_view rule : game.rules) out << " var " << rule;
  }
  const auto [min, max] = ratings();
  out << "\noption name First Rank type spin default 0 min 0 max 1"
      << "\noption name Hash type spin default 16 min 1 max " << kMaxHash
      << "\noption name Clear Hash type button"
      << "\noption name Threads type spin default 1 min 1 max " << kMaxThreads
      << "\noption name Use Network type check default true"
      << "\noption name OwnBook type check default false"
      << "\noption name Ponder type check default false"
      << "\noption name MultiPV type spin default 1 min 1 max " << kMaxLines
      << "\noption name Move Overhead type spin default " << search::kUsualOverhead.count() << " min 0 max "
      << kMaxOverhead << "\noption name Skill Level type spin default " << search::kLevels << " min 1 max "
      << search::kLevels << "\noption name UCI_LimitStrength type check default false"
      << "\noption name UCI_Elo type spin default " << min << " min " << min << " max " << max;
}

}  // namespace engine::cli
