#include "server/formats/played_game.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <ctime>

#include "engine/games/registry.h"
#include "server/base/utf8.h"
#include "server/formats/spent_times.h"

namespace server {

namespace {

constexpr std::size_t kLongestMessage = 256;  // Bytes: what is no move may be as long as the file.

std::string shortened(std::string text) {
  if (text.size() <= kLongestMessage) return text;
  std::size_t end = kLongestMessage;
  while (end > 0 && !begins_code_point(text[end])) --end;
  return text.substr(0, end) + "…";
}

std::vector<std::string> standing_moves(const std::vector<storage::Event>& events) {
  std::vector<std::string> moves;
  for (const storage::Event& event : events) {
    const bool is_move = event.kind == storage::EventKind::move;
    // `ply` counts the moves that stand after the event: a takeback has fewer than the event before it.
    moves.resize(std::min(moves.size(), static_cast<std::size_t>(is_move ? event.ply - 1 : event.ply)));
    if (is_move) moves.push_back(event.move);
  }
  return moves;
}

bool is_digit(char c) {
  return '0' <= c && c <= '9';
}

/// A number of digits, or of question marks, taken off a text with the sign after it.
std::optional<int> next_number(std::string_view& text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  std::size_t length = static_cast<std::size_t>(end - text.data());
  if (error != std::errc()) {
    length = std::min(text.find_first_not_of('?'), text.size());
    if (length == 0) return std::nullopt;
    value = 1;
  }
  text.remove_prefix(length);
  const bool is_word = text.starts_with("年") || text.starts_with("月") || text.starts_with("日");
  text.remove_prefix(std::min<std::size_t>(is_word ? std::string_view("年").size() : 1, text.size()));
  return value;
}

}  // namespace

engine::Unexpected<BadText> bad_text(int line, std::string reason, std::string_view message) {
  std::string told = line > 0 ? fmt::format("line {}: {}", line, message) : std::string(message);
  return engine::Unexpected(BadText{line, std::move(reason), shortened(std::move(told))});
}

std::optional<PlayedGame> played_game(const storage::Record& record) {
  const storage::Game& header = record.game;
  const engine::Game* const rules = engine::find_game(header.game);
  if (rules == nullptr) return std::nullopt;
  const auto match = rules->new_match({.rule = header.rule, .pos = header.start_pos, .size = header.size});
  // A start that is spelled out but usual counts as none, so that files of it look like others.
  const auto usual = rules->new_match({.rule = header.rule, .pos = "", .size = header.size});
  if (!match || !usual) return std::nullopt;
  PlayedGame game{.game = header.game,
                  .rule = header.rule.empty() ? std::string(rules->rules.front()) : header.rule,
                  .size = header.size,
                  .start_pos = (*match)->look().pos,
                  .names = {header.seats[0].name, header.seats[1].name},
                  .event = header.event,
                  .at = header.created,
                  .moves = standing_moves(record.events),
                  .spent = spent_times(record.events),
                  .result = header.ending.result,
                  .reason = header.ending.reason};
  if (game.start_pos == (*usual)->look().pos) game.start_pos.clear();
  return game;
}

bool second_begins(const PlayedGame& game) {
  const std::string_view pos = game.start_pos;
  return pos.ends_with(" O") || pos.find(" b ") != std::string_view::npos;
}

std::string clean_name(std::string_view text) {
  std::string name(text);
  std::ranges::replace_if(name, is_control, ' ');
  const std::size_t start = std::min(name.find_first_not_of(' '), name.size());
  name.erase(0, start);
  name.erase(name.find_last_not_of(' ') + 1);
  std::size_t characters = 0;
  const auto end = std::ranges::find_if(
      name, [&](char c) { return begins_code_point(c) && ++characters > kLongestNameOfGame; });
  name.erase(end, name.end());
  return name;
}

std::string escaped(std::string_view text, std::string_view signs) {
  std::string result;
  for (const char c : text) {
    if (signs.find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

std::string day(const PlayedGame& game, const char* form) {
  if (!game.at) return {};
  // Not by way of system_clock, whose nanoseconds begin in 1678: files tell of older games.
  const auto seconds = std::chrono::floor<std::chrono::seconds>(std::chrono::milliseconds(*game.at));
  return fmt::format(fmt::runtime(form), fmt::gmtime(static_cast<std::time_t>(seconds.count())));
}

std::optional<storage::Millis> read_day(std::string_view text) {
  // 20241118 and no ninth digit: the basic form of ISO 8601.
  const bool is_compact = text.size() >= 8 && std::ranges::all_of(text.substr(0, 8), is_digit) &&
                          (text.size() == 8 || !is_digit(text[8]));
  std::string spelled;
  if (is_compact)
    text = spelled = fmt::format("{}-{}-{}", text.substr(0, 4), text.substr(4, 2), text.substr(6, 2));
  const auto year = next_number(text), month = next_number(text), day = next_number(text);
  const auto is_byte = [](int number) {
    return number >= 0 && number <= UINT8_MAX;
  };  // As chrono keeps them.
  if (!year || *year < 1000 || *year > 9999 || !is_byte(month.value_or(1)) || !is_byte(day.value_or(1)))
    return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(month.value_or(1))),
                                         std::chrono::day(static_cast<unsigned>(day.value_or(1)))};
  if (!date.ok()) return std::nullopt;
  return std::chrono::milliseconds(std::chrono::sys_days(date).time_since_epoch()).count();
}

std::optional<storage::Millis> read_moment(std::string_view text) {
  const auto day = read_day(text);
  const std::size_t start = text.find_first_of(" _");
  if (!day || start == std::string_view::npos) return day;
  std::string_view time = text.substr(start + 1);
  const auto hour = next_number(time), minute = next_number(time), second = next_number(time);
  // Of a broken time the day is still good.
  if (!hour || !minute || *hour < 0 || *hour > 23 || *minute < 0 || *minute > 59) return day;
  return *day + 1000 * (3600 * *hour + 60 * *minute + std::clamp(second.value_or(0), 0, 59));
}

bool is_whole_day(std::string_view text) {
  if (!read_day(text)) return false;
  const auto take = [&](auto... signs) {
    const auto one = [&](std::string_view sign) {
      const bool is_there = text.starts_with(sign);
      if (is_there) text.remove_prefix(sign.size());
      return is_there;
    };
    return (one(signs) || ...);
  };
  const auto digits = [&] {
    const std::size_t count = std::min(text.size(), text.find_first_not_of("0123456789"));
    text.remove_prefix(count);
    return count;
  };
  const bool is_compact = digits() == 8;
  if (!is_compact &&
      (!take(".", "-", "/", " ", "年") || digits() == 0 || !take(".", "-", "/", " ", "月") || digits() == 0))
    return false;
  take("日", "号", "號");
  if (text.find_first_not_of(" \t") == text.npos) return true;
  return take(" ", "_", "T") && digits() > 0 && take(":");
}

std::string partial_day(std::string_view text) {
  const auto year = next_number(text);
  if (!year || *year < 1000 || *year > 9999) return {};
  const bool is_number = !text.empty() && is_digit(text.front());
  int month = is_number ? next_number(text).value_or(0) : 0;
  constexpr std::array<std::string_view, 12> kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  for (std::size_t i = 0; i < kMonths.size() && !is_number; ++i)
    if (text.find(kMonths[i]) != text.npos) month = static_cast<int>(i) + 1;
  return month >= 1 && month <= 12 ? fmt::format("{}-{:02}-??", *year, month)
                                   : fmt::format("{0}-{1}-{1}", *year, "??");
}

std::string told_day(const PlayedGame& game, const char* form) {
  if (game.date.empty()) return day(game, form);
  std::string date = game.date;
  // Of 1982-??-?? the signs between, which formats write in their own way.
  if (date.find_first_not_of("0123456789?-./") == date.npos)
    std::ranges::replace_if(
        date, [](char c) { return c == '-' || c == '.' || c == '/'; }, form[4]);
  return date;
}

std::string known_reason(std::string_view word) {
  static constexpr std::string_view kReasons[] = {"checkmate",
                                                  "stalemate",
                                                  "five",
                                                  "fewest_discs",
                                                  "resign",
                                                  "timeout",
                                                  "abandoned",
                                                  "agreement",
                                                  "repetition",
                                                  "perpetual_check",
                                                  "move_limit",
                                                  "perpetual_chase",
                                                  "insufficient_material",
                                                  "full_board",
                                                  "only_forbidden",
                                                  "no_start",
                                                  "untouched"};
  if (word == "time forfeit") return "timeout";
  return std::ranges::find(kReasons, word) == std::end(kReasons) ? std::string() : std::string(word);
}

std::string_view result_word(const PlayedGame& game, const std::array<std::string_view, 4>& words) {
  return game.result == "first"    ? words[0]
         : game.result == "second" ? words[1]
         : game.result == "draw"   ? words[2]
                                   : words[3];
}

}  // namespace server
