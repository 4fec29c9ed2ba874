#include "server/bots/task_codec.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>
#include <vector>

#include "engine/games/registry.h"
#include "server/base/read_json.h"

namespace server {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;

/// Of what a worker writes; a thought has some hundred bytes.
constexpr std::size_t kLongestAnswer = 64 * 1024;
/// Clients show no more of a line.
constexpr std::size_t kToldPlies = 16;

constexpr std::array kKinds{engine::ScoreKind::eval, engine::ScoreKind::win, engine::ScoreKind::loss,
                            engine::ScoreKind::draw, engine::ScoreKind::exact};

// What is not set is left out; what is missing on the other side is then not set.
json to_json(const engine::Limits& limits) {
  json told{{"multipv", limits.multipv}, {"level", limits.level}, {"seed", limits.seed},
            {"among", limits.among},     {"fresh", limits.fresh}, {"book", limits.book},
            {"solvers", limits.solvers}};
  if (limits.time) told["time"] = limits.time->count();
  if (limits.optimum) told["optimum"] = limits.optimum->count();
  if (limits.depth) told["depth"] = *limits.depth;
  if (limits.nodes) told["nodes"] = *limits.nodes;
  return told;
}

engine::Limits limits_of(const json& told) {
  engine::Limits limits;
  limits.multipv = told.at("multipv");
  limits.level = told.at("level");
  limits.seed = told.at("seed");
  limits.among = told.at("among");
  limits.fresh = told.at("fresh");
  limits.book = told.at("book");
  limits.solvers = told.at("solvers");
  // `at`: a task without a time could not be withdrawn, so it is none.
  limits.time = milliseconds(told.at("time").get<milliseconds::rep>());
  if (told.contains("optimum")) limits.optimum = milliseconds(told["optimum"].get<milliseconds::rep>());
  if (told.contains("depth")) limits.depth = told["depth"].get<int>();
  if (told.contains("nodes")) limits.nodes = told["nodes"].get<std::uint64_t>();
  return limits;
}

std::unique_ptr<engine::Match> play(const engine::Game& game, const Past& past) {
  auto match = game.new_match(past.setup);
  // Illegal moves, or a game that is over: neither can be thought about.
  if (!match) return nullptr;
  for (const std::string& move : past.moves) {
    if (!(*match)->play(move)) return nullptr;
  }
  return (*match)->outcome() ? nullptr : *std::move(match);
}

/// A search may look past a draw by rule, where play has ended.
// A line may go on behind the end of the game; what cannot be played is cut off.
std::vector<std::string> playable_part(const engine::Match& match, std::vector<std::string> line) {
  const auto board = match.clone();
  const auto end =
      std::ranges::find_if_not(line, [&](const std::string& move) { return board->play(move).has_value(); });
  line.erase(end, line.end());
  return line;
}

engine::Line line_of(const json& told, const engine::Match& match) {
  return {kKinds.at(told.at("kind").get<std::size_t>()), told.at("value"),
          playable_part(match, told.at("pv"))};
}

}  // namespace

std::string to_text(const BotRequest& request) {
  const engine::Setup& setup = request.past->setup;
  return json{{"room", request.room},
              {"game", request.game->id},
              {"rule", setup.rule},
              {"pos", setup.pos},
              {"size", setup.size},
              {"past_rulings", setup.past_rulings},
              {"moves", request.past->moves},
              {"urgency", static_cast<int>(request.urgency)},
              {"limits", to_json(request.limits)}}
      .dump();
}

std::optional<BotRequest> read_request(const std::string& text) try {
  const json told = read_json(text).value();
  // What throws here is caught by the function's handler: the text is then no request.
  BotRequest request;
  request.room = told.at("room");
  request.game = engine::find_game(told.at("game").get<std::string>());
  if (!request.game) return std::nullopt;
  const Past past{{.rule = told.at("rule"),
                   .pos = told.at("pos"),
                   .size = told.at("size"),
                   .past_rulings = told.at("past_rulings")},
                  told.at("moves")};
  request.match = play(*request.game, past);
  request.urgency = static_cast<Urgency>(std::clamp(told.at("urgency").get<int>(), 0, 2));
  request.limits = limits_of(told.at("limits"));
  if (!request.match) return std::nullopt;
  return request;
} catch (const std::exception&) {
  return std::nullopt;
}

std::string to_text(const engine::Thought& thought) {
  json lines = json::array();
  for (const engine::Line& line : thought.lines) {
    const auto pv = std::vector(
        line.pv.begin(), line.pv.begin() + static_cast<std::ptrdiff_t>(std::min(line.pv.size(), kToldPlies)));
    lines.push_back(
        {{"kind", std::ranges::find(kKinds, line.kind) - kKinds.begin()}, {"value", line.value}, {"pv", pv}});
  }
  return json{{"best", thought.best},
              {"depth", thought.depth},
              {"nodes", thought.nodes},
              {"time", thought.time.count()},
              {"lines", std::move(lines)}}
      .dump();
}

std::optional<engine::Thought> read_thought(const std::string& text, const engine::Match& match) try {
  if (text.size() > kLongestAnswer) return std::nullopt;
  const json told = read_json(text).value();
  engine::Thought thought;
  thought.best = told.at("best");
  thought.depth = told.at("depth");
  thought.nodes = told.at("nodes");
  thought.time = milliseconds(told.at("time").get<milliseconds::rep>());
  for (const json& line : told.at("lines")) thought.lines.push_back(line_of(line, match));
  const auto is_idle = [](const engine::Line& line) { return line.pv.empty(); };
  // A move that cannot be played, or an empty line, is no thought.
  if (playable_part(match, {thought.best}).empty() || std::ranges::any_of(thought.lines, is_idle))
    return std::nullopt;
  return thought;
} catch (const std::exception&) {
  return std::nullopt;
}

}  // namespace server
