#include "server/api/tournament_files.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "server/api/tournament_json.h"
#include "server/base/utf8.h"
#include "server/protocol/json_writer.h"
#include "server/tournament/standings.h"
#include "server/tournament/words.h"

namespace server {
namespace {

using protocol::word;
using tournament::Format;
using tournament::Line;
using tournament::LineKind;
using tournament::TieBreak;
using tournament::TournamentState;

// ---- the cross table ------------------------------------------------------------------------------------

/// Quoted; what a spreadsheet would take for a formula is not one.
std::string cell(const std::string& text) {
  std::string quoted = "\"";
  if (!text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos)
    // Spreadsheets run a cell that begins with one of these signs (CSV injection).
    quoted += '\'';
  for (const char sign : text) quoted += sign == '"' ? std::string("\"\"") : std::string(1, sign);
  return quoted + '"';
}

std::string number(double value) {
  protocol::JsonWriter json;
  json.value(value);
  return json.take();
}

/// "12b 1": against player 12, as first (a) or second (b), so many points; "12 1": in both seats.
std::string cell(const TournamentState& state, const Line& line) {
  const std::string points = number(shown_points(state, line.points));
  if (line.kind != LineKind::played) return std::string(word(line.kind)) + ' ' + points;
  const char* const seat = !line.began ? " " : *line.began ? "a " : "b ";
  return std::to_string(line.opponent) + seat + points;
}

// ---- FIDE's report --------------------------------------------------------------------------------------

/// The code of a result. Points without a game: F full, H half, U by pairing, Z none.
char result_code(const Line& line) {
  switch (line.kind) {
    case LineKind::played:
      return line.result == tournament::kDraw ? '=' : line.result > 0 ? '1' : '0';
    case LineKind::forfeit_win:
      return '+';
    case LineKind::forfeit_loss:
      return '-';
    case LineKind::bye:
      return 'U';
    case LineKind::half_bye:
      return 'H';
    case LineKind::walkover:
      return line.points > 0 ? 'F' : 'Z';
    case LineKind::late:
      return line.points > 0 ? 'H' : 'Z';
    case LineKind::free_round:
    case LineKind::absent:
    case LineKind::cancelled:
      return 'Z';
  }
  return 'Z';
}

std::string_view trf_type(Format format) {
  switch (format) {
    case Format::round_robin:
      return "Individual: Round-Robin";
    case Format::knockout:
      return "Individual: Knock-out";
    default:
      return "Individual: Swiss-System (Sanqi)";
  }
}

/// In UTC: the report has no time zone.
std::tm day_of(TimePoint moment) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(moment.time_since_epoch());
  return fmt::gmtime(static_cast<std::time_t>(seconds.count()));
}

/// In the columns of their rounds; annulled ones have none.
std::string trf_days(const TournamentState& state) {
  std::string days(86, ' ');  // From column 4 to the first round.
  for (const tournament::Round& round : state.rounds())
    if (!round.annulled) days += fmt::format("  {:%y/%m/%d}", day_of(round.paired_at));
  return days;
}

/// Of those who played: name, days, how many, how many with a rating, system, director, time, days of rounds,
/// and `XXR`, the number of rounds, which pairing programs read.
std::string trf_head(const StoredTournament& tournament, std::size_t players, std::ptrdiff_t rated) {
  const auto& [about, state] = tournament;
  const tournament::Rules& rules = state.rules();
  const TimePoint began = state.rounds().empty() ? TimePoint(Millis(about.created)) : state.started_at();
  const auto in_seconds = [](Millis time) { return static_cast<double>(time.count()) / 1'000; };
  std::string head = fmt::format("012 {}\n042 {:%Y/%m/%d}\n052 {:%Y/%m/%d}\n062 {}\n072 {}\n", about.name,
                                 day_of(began), day_of(std::max(began, state.played_at())), players, rated);
  head += fmt::format("092 {}\n102 {}\n122 {:g} min + {:g} s a move\n132{}\n", trf_type(rules.format),
                      about.owner_name, in_seconds(rules.base) / 60, in_seconds(rules.increment),
                      trf_days(state));
  return head + fmt::format("XXR {}\n", std::max(state.total_rounds(), state.rounds_paired()));
}

/// Ten columns: opponent, colour, result.
std::string trf_round(const Line& line) {
  const bool has_opponent = line.kind == LineKind::played || line.kind == LineKind::forfeit_win ||
                            line.kind == LineKind::forfeit_loss;
  if (!has_opponent) return fmt::format("  0000 - {}", result_code(line));
  const char colour = !line.began ? '-' : *line.began ? 'w' : 'b';
  return fmt::format("  {:4} {} {}", line.opponent, colour, result_code(line));
}

/// So many code points, filled with blanks: columns are counted by them.
std::string padded(const std::string& text, std::size_t columns) {
  std::string cut = text;
  while (count_code_points(cut) > columns) {
    do cut.pop_back();
    while (!cut.empty() && !is_utf8(cut));
  }
  return cut + std::string(columns - count_code_points(cut), ' ');
}

std::string trf_player(const TournamentState& state, const tournament::Standing& standing,
                       const tournament::Score& score) {
  const tournament::Player& player = state.player(standing.player);
  std::string text =
      fmt::format("001 {:4}      {} {:>4}{:28}{:4.1f} {:4}", standing.player, padded(player.name, 33),
                  player.rating > 0 ? std::to_string(player.rating) : "", "",
                  shown_points(state, standing.points), standing.rank);
  std::vector<std::string> rounds(static_cast<std::size_t>(state.rounds_paired()), std::string(10, ' '));
  for (const Line& line : score.lines) rounds[static_cast<std::size_t>(line.round - 1)] = trf_round(line);
  for (const std::string& round : rounds) text += round;  // Blanks: it is being played.
  return text + "\n";
}

}  // namespace

std::string tournament_csv(const TournamentState& state) {
  const auto scores = scores_of(state);
  const int columns = state.rules().format == Format::arena ? 0 : state.rounds_paired();
  std::string csv = "number,rank,name,points";
  for (const TieBreak tie_break : state.rules().tie_breaks)
    if (tie_break != TieBreak::lot) csv.append(",").append(word(tie_break));
  for (int round = 1; round <= columns; ++round) csv += ",round " + std::to_string(round);
  csv += "\r\n";
  for (const tournament::Standing& standing : standings_of(state, scores)) {
    csv += std::to_string(standing.player) + ',' + std::to_string(standing.rank) + ',' +
           cell(state.player(standing.player).name) + ',' + number(shown_points(state, standing.points));
    for (std::size_t i = 0; i < standing.tie_breaks.size(); ++i) {
      const TieBreak tie_break = state.rules().tie_breaks[i];
      if (tie_break != TieBreak::lot) csv += ',' + number(shown(tie_break, standing.tie_breaks[i]));
    }
    std::vector<std::string> rounds(static_cast<std::size_t>(columns));
    for (const Line& line : scores[static_cast<std::size_t>(standing.player)].lines) {
      if (columns == 0) break;
      // All boards of the host of a simul are of one round.
      std::string& round = rounds[static_cast<std::size_t>(line.round - 1)];
      round += (round.empty() ? "" : "; ") + cell(state, line);
    }
    for (const std::string& round : rounds) csv += ',' + round;
    csv += "\r\n";
  }
  return csv;
}

std::string tournament_trf(const StoredTournament& tournament) {
  const TournamentState& state = tournament.state;
  const auto scores = scores_of(state);
  const auto standings = standings_of(state, scores);
  const auto is_rated = [&](const auto& standing) { return state.player(standing.player).rating > 0; };
  std::string trf = trf_head(tournament, standings.size(), std::ranges::count_if(standings, is_rated));
  for (const tournament::Standing& standing : standings)
    trf += trf_player(state, standing, scores[static_cast<std::size_t>(standing.player)]);
  return trf;
}

}  // namespace server
