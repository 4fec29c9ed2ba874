#include "engine/cli/json_lines.h"

#include <istream>
#include <ostream>

#include "engine/games/registry.h"

namespace engine::cli {
namespace {

using nlohmann::json;

constexpr std::size_t kLongestLine = std::size_t{1} << 20;  // A game of 10,000 moves is 70 kB.
constexpr int kDeepest = 8;                                 // Levels of nesting; requests have 2.

[[noreturn]] void refuse(std::string code, std::string message) {
  throw BadRequest({std::move(code), std::move(message)});
}

/// Reads a line; of one that is too long only the beginning is kept, which then shows in its size.
// getline() would take memory for as long as a line goes on.
bool read_line(std::istream& in, std::string& line) {
  line.clear();
  char c = 0;
  while (in.get(c)) {
    if (c == '\n') return true;
    if (line.size() <= kLongestLine) line.push_back(c);
  }
  return !line.empty();
}

Request parse(const std::string& line) {
  if (line.size() > kLongestLine) refuse("too_large", "The line is longer than 1 MiB.");
  bool too_deep = false;
  const auto keep = [&too_deep](int depth, json::parse_event_t, json&) {
    too_deep |= depth > kDeepest;
    return !too_deep;
  };
  json object = json::parse(line, keep, /*allow_exceptions=*/false);
  if (too_deep) refuse("bad_json", "The JSON is nested too deeply.");
  if (object.is_discarded()) refuse("bad_json", "The line is no JSON.");
  if (!object.is_object()) refuse("bad_message", "The line is no JSON object.");
  return Request(std::move(object));
}

json error_line(const Rejection& rejection, std::size_t line) {
  return {{"ok", false},
          {"error", {{"code", rejection.code}, {"message", rejection.message}, {"line", line}}}};
}

/// "'field' must be ..." Appending piece by piece avoids a false alarm of g++ 12 about overlapping copies.
[[noreturn]] void refuse_field(std::string_view field, std::string_view must_be) {
  std::string message = "'";
  message.append(field).append("' must be ").append(must_be).append(".");
  refuse("bad_message", std::move(message));
}

bool is_blank(const std::string& line) {
  return line.find_first_not_of(" \t\r") == std::string::npos;
}

}  // namespace

std::string Request::text(std::string_view field, std::string_view fallback) const {
  if (!has(field)) return std::string(fallback);
  const json& value = object_.at(std::string(field));
  if (!value.is_string()) refuse_field(field, "a string");
  return value.get<std::string>();
}

std::vector<std::string> Request::texts(std::string_view field) const {
  std::vector<std::string> texts;
  if (!has(field)) return texts;
  const json& list = object_.at(std::string(field));
  const auto is_text = [](const json& value) { return value.is_string(); };
  if (!list.is_array() || !std::all_of(list.begin(), list.end(), is_text))
    refuse_field(field, "a list of strings");
  for (const json& value : list) texts.push_back(value.get<std::string>());
  return texts;
}

std::int64_t Request::integer(std::string_view field, std::int64_t min, std::int64_t max,
                              std::int64_t fallback) const {
  if (!has(field)) return fallback;
  const json& value = object_.at(std::string(field));
  const bool whole = value.is_number_integer() && !(value.is_number_unsigned() && value > INT64_MAX);
  if (!whole || value < min || value > max)
    refuse_field(field, "an integer from " + std::to_string(min) + " to " + std::to_string(max));
  return value.get<std::int64_t>();
}

Request Request::object(std::string_view field) const {
  if (!has(field)) return Request(json::object());
  const json& value = object_.at(std::string(field));
  if (!value.is_object()) refuse_field(field, "an object");
  return Request(value);
}

void serve_lines(std::istream& in, std::ostream& out, const std::function<json(const Request&)>& answer) {
  std::string line;
  for (std::size_t number = 1; read_line(in, line); ++number) {
    if (is_blank(line)) continue;
    json answered = {{"ok", true}};
    try {
      answered.update(answer(parse(line)));
    } catch (const BadRequest& bad) {
      answered = error_line(bad.rejection(), number);
    } catch (const std::exception& error) {  // Memory or threads.
      answered = error_line(
          {"out_of_resources", std::string("The request cannot be served: ") + error.what()}, number);
    }
    // What a message quotes may be no UTF-8.
    out << answered.dump(-1, ' ', false, json::error_handler_t::replace) << std::endl;
  }
}

Played play_request(const Request& request) {
  const std::string id = request.text("game");
  const Game* game = find_game(id);
  if (!game) refuse("not_found", "There is no game '" + id + "'.");
  auto match = game->new_match({.rule = request.text("rule"),
                                .pos = request.text("pos"),
                                .size = static_cast<int>(request.integer("size", 0, 100, 0)),
                                .past_rulings = true});
  if (!match) throw BadRequest(match.error());

  Played played{game, *std::move(match), nullptr};
  std::size_t number = 0;
  for (const std::string& text : request.texts("moves")) {
    ++number;
    const auto move = played.match->read_move(text);
    if (!move)
      refuse(move.error().code,
             "Move " + std::to_string(number) + " '" + text + "': " + move.error().message);
    for (const Notation& notation : played.match->notations(*move))
      played.notation[std::string(notation.style)].push_back(notation.text);
    (void)played.match->play(*move);
  }
  return played;
}

std::string_view name_of(Side side) {
  return side == Side::first ? "first" : "second";
}

}  // namespace engine::cli
