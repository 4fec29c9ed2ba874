#include "server/bots/game_analysis.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "server/bots/judgement.h"
#include "server/protocol/words.h"

namespace server {
namespace {

using engine::Side;
using protocol::Evaluation;
using storage::PlyAnalysis;

/// About 0.4 s of one core of 2024 a position, so that a game of 60 moves takes less than a minute.
struct Effort {
  std::string_view game;
  std::uint64_t nodes;
};
constexpr std::array kEfforts{Effort{"xiangqi", 300'000}, Effort{"gomoku", 200'000},
                              Effort{"antireversi", 1'000'000}};
constexpr std::uint64_t kUsualNodes = 200'000;
/// Many times what these nodes take on a slow machine.
constexpr std::chrono::milliseconds kPatience{20'000};
/// Clients show no more, and rows stay small.
constexpr std::size_t kLongestLine = 12;

std::string joined(const std::vector<std::string>& moves) {
  std::string text;
  for (std::size_t i = 0; i < std::min(moves.size(), kLongestLine); ++i) {
    if (i > 0) text += ' ';
    text += moves[i];
  }
  return text;
}

/// To so many parts of one: as much as can be told, and short in JSON.
double rounded(double number, double parts) {
  return std::round(number * parts) / parts;
}

}  // namespace

engine::Limits analysis_limits(const engine::Game& game) {
  const auto* const found = std::ranges::find(kEfforts, game.id, &Effort::game);
  engine::Limits limits;
  limits.nodes = found == kEfforts.end() ? kUsualNodes : found->nodes;
  limits.time = kPatience;
  return limits;
}

GameAnalysis::GameAnalysis(const engine::Game& game, std::unique_ptr<engine::Match> start,
                           std::vector<std::string> moves, int unjudged, std::vector<PlyAnalysis> known)
    : game_(game),
      moves_(std::move(moves)),
      unjudged_(unjudged),
      cursor_(std::move(start)),
      waiting_(moves_.size() + 1),
      plies_(std::move(known)),
      published_(plies_.size()) {
  assert(done() <= total());
}

// Where the game is over, by its end or by a draw that was played on from, there is nothing to think about.
std::optional<GameAnalysis::Position> GameAnalysis::next() {
  while (given_out_ < total()) {
    const int ply = given_out_++;
    turns_.push_back(cursor_->look().turn);
    Position position{ply, cursor_->clone()};
    if (ply + 1 < total()) {
      const auto played = cursor_->play(moves_[static_cast<std::size_t>(ply)]);
      assert(played);
    }
    // Known from an earlier analysis; the cursor has to walk past it all the same.
    if (ply < done()) continue;
    const std::optional<engine::Outcome> outcome = position.match->outcome();
    if (!outcome) return position;
    put(ply, row(ply, evaluation_of(*outcome)));
  }
  return std::nullopt;
}

void GameAnalysis::take(int ply, const engine::Thought& thought) {
  // The bot failed: the row says that nothing is known, and no mark can follow from it.
  if (thought.lines.empty()) return put(ply, row(ply, std::nullopt));
  const engine::Line& line = thought.lines.front();
  PlyAnalysis row = this->row(ply, for_first_side(line, turns_[static_cast<std::size_t>(ply)]));
  row.best = line.pv.front();
  row.line = joined(line.pv);
  put(ply, std::move(row));
}

PlyAnalysis GameAnalysis::row(int ply, const std::optional<Evaluation>& eval) const {
  PlyAnalysis row;
  row.ply = ply;
  if (!eval) return row;
  row.kind = protocol::word(eval->kind);
  row.value = eval->value;
  row.win = rounded(win_chance(game_.id, *eval), 1e4);
  return row;
}

// A move is judged when both positions around it are known.
void GameAnalysis::put(int ply, PlyAnalysis row) {
  waiting_[static_cast<std::size_t>(ply)] = std::move(row);
  while (!finished() && waiting_[plies_.size()]) {
    // Rows are only completed in order, so that a page can read them as they come.
    plies_.push_back(*std::exchange(waiting_[plies_.size()], std::nullopt));
    const std::optional<double> lost = loss(done() - 1);
    if (const auto mark = lost ? mark_of(*lost) : std::nullopt) plies_.back().mark = protocol::word(*mark);
  }
}

std::vector<PlyAnalysis> GameAnalysis::completed() {
  const auto from = plies_.begin() + static_cast<std::ptrdiff_t>(std::exchange(published_, plies_.size()));
  return {from, plies_.end()};
}

// The move that the bot would have made itself loses nothing, even if a look from one ply on sees more.
std::optional<double> GameAnalysis::loss(int ply) const {
  // Moves of an opening procedure are not free choices of a player.
  if (ply <= unjudged_) return std::nullopt;
  const auto at = static_cast<std::size_t>(ply);
  const PlyAnalysis& before = plies_[at - 1];
  const PlyAnalysis& after = plies_[at];
  if (before.kind.empty() || after.kind.empty()) return std::nullopt;
  if (before.best == moves_[at - 1]) return 0;
  const double lost = before.win - after.win;
  // Chances are the first side's: what it loses the second side gains.
  return turns_[at - 1] == Side::first ? lost : -lost;
}

std::array<double, 2> GameAnalysis::accuracy() const {
  std::vector<double> wins;
  for (const PlyAnalysis& ply : plies_) {
    const double before = wins.empty() ? 0.5 : wins.back();
    wins.push_back(ply.kind.empty() ? before : ply.win);  // Where the bot failed nothing happened.
  }
  std::vector<JudgedMove> judged;
  for (int ply = 1; ply < total(); ++ply) {
    const auto from = static_cast<std::size_t>(ply) - 1;
    if (const auto lost = loss(ply)) judged.push_back({from, turns_[from], *lost});
  }
  const auto [first, second] = accuracy_of_game(wins, judged);
  return {rounded(first, 10), rounded(second, 10)};
}

}  // namespace server
