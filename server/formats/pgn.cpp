#include "server/formats/pgn.h"

#include <fmt/format.h>

#include <array>
#include <utility>
#include <vector>

#include "engine/games/registry.h"
#include "server/base/ascii_case.h"

namespace server {

namespace {

constexpr std::array<std::string_view, 4> kResults{"1-0", "0-1", "1/2-1/2", "*"};

std::string_view format_tag(PgnNotation notation) {
  return notation == PgnNotation::iccs ? "ICCS" : notation == PgnNotation::wxf ? "WXF" : "Chinese";
}

std::string iccs(const std::string& move) {
  return upper(move.substr(0, 2) + '-' + move.substr(2));
}

/// What the moves are called on the board on which they are played.
std::vector<std::string> spelled_moves(const PlayedGame& game, std::string_view style) {
  const auto match = *engine::find_game(game.game)->new_match(
      // Imported games may go on where our rules end them (RuledEnd).
      {.rule = game.rule, .pos = game.start_pos, .past_rulings = true});
  std::vector<std::string> texts;
  for (const std::string& move : game.moves) {
    for (engine::Notation& notation : match->notations(move)) {
      if (notation.style == style) texts.push_back(std::move(notation.text));
    }
    if (!match->play(move)) break;  // No record holds such a move.
  }
  return texts;
}

std::vector<std::string> written_moves(const PlayedGame& game, PgnNotation notation) {
  if (notation != PgnNotation::iccs) return spelled_moves(game, notation == PgnNotation::wxf ? "wxf" : "zh");
  std::vector<std::string> texts;
  for (const std::string& move : game.moves) texts.push_back(iccs(move));
  return texts;
}

/// One move of both sides a line.
std::string numbered(const std::vector<std::string>& moves, bool second_begins) {
  std::string text;
  std::size_t ply = second_begins ? 1 : 0;
  if (second_begins && !moves.empty()) text += "1... ";
  for (const std::string& move : moves) {
    if (ply % 2 == 0) text += std::to_string(ply / 2 + 1) + ". ";
    text += move + (ply % 2 == 0 ? ' ' : '\n');
    ++ply;
  }
  return text;
}

}  // namespace

std::string write_pgn(const PlayedGame& game, PgnNotation notation) {
  const std::string_view result = result_word(game, kResults);
  const auto tag = [](std::string_view name, std::string_view value) {
    return fmt::format("[{} \"{}\"]\n", name, escaped(value, "\\\""));
  };
  const std::string date = told_day(game, "{:%Y.%m.%d}");
  std::string text = tag("Game", "Chinese Chess") +
                     tag("Event", game.event.empty() ? kOurEvent : std::string_view(game.event)) +
                     tag("Date", date.empty() ? "????.??.??" : date) + tag("Red", game.names[0]) +
                     tag("Black", game.names[1]) + tag("Result", result);
  if (!game.reason.empty()) text += tag("Termination", game.reason);
  if (!game.start_pos.empty()) text += tag("FEN", game.start_pos);
  text += tag("Format", format_tag(notation)) + '\n';
  return text + numbered(written_moves(game, notation), second_begins(game)) + std::string(result) + '\n';
}

}  // namespace server
