#include "engine/cli/analyse.h"

#include "engine/cli/json_lines.h"
#include "engine/search/levels.h"

namespace engine::cli {
namespace {

using nlohmann::json;

std::string_view word_of(ScoreKind kind) {
  switch (kind) {
    case ScoreKind::eval:
      return "eval";
    case ScoreKind::win:
      return "win";
    case ScoreKind::loss:
      return "loss";
    case ScoreKind::draw:
      return "draw";
    case ScoreKind::exact:
      return "exact";
  }
  return "eval";
}

json score_of(const Line& line) {
  return {{"kind", word_of(line.kind)}, {"value", line.value}};
}

Limits limits_of(const Request& request) {
  constexpr std::int64_t kLongest = 24 * 3600 * 1000, kMaxNodes = INT64_MAX, kMaxLines = 400;
  constexpr std::int64_t kDefaultTime = 1000;  // For a request that sets no limit.
  const Request wanted = request.object("limits");
  Limits limits;
  // Each request has a bot of its own, so answers do not depend on the requests before.
  limits.fresh = true;
  limits.multipv = static_cast<int>(request.integer("multipv", 1, kMaxLines, 1));
  limits.level = static_cast<int>(request.integer("level", 1, search::kLevels, search::kLevels));
  limits.seed = static_cast<std::uint64_t>(request.integer("seed", 0, INT64_MAX, 0));
  if (wanted.has("depth")) limits.depth = static_cast<int>(wanted.integer("depth", 1, kMaxPly, 1));
  if (wanted.has("nodes"))
    limits.nodes = static_cast<std::uint64_t>(wanted.integer("nodes", 1, kMaxNodes, 1));
  if (wanted.has("time_ms") || (!limits.depth && !limits.nodes))
    limits.time = std::chrono::milliseconds(wanted.integer("time_ms", 0, kLongest, kDefaultTime));
  return limits;
}

json in_json(const Thought& thought, int multipv) {
  json answer = {{"best", thought.best},           {"score", score_of(thought.lines.front())},
                 {"pv", thought.lines.front().pv}, {"depth", thought.depth},
                 {"seldepth", thought.seldepth},   {"nodes", thought.nodes},
                 {"ms", thought.time.count()}};
  if (multipv > 1)
    for (const Line& line : thought.lines)
      answer["lines"].push_back({{"score", score_of(line)}, {"pv", line.pv}});
  return answer;
}

json analyse(const Request& request) {
  constexpr std::int64_t kMaxThreads = 256, kMaxMegabytes = 65536;
  const Played played = play_request(request);
  const Limits limits = limits_of(request);
  const BotOptions options{
      .hash_bytes = static_cast<std::size_t>(request.integer("hash_mb", 1, kMaxMegabytes, 16)) << 20,
      .threads = static_cast<int>(request.integer("threads", 1, kMaxThreads, 1))};
  // Also where moves may follow a ruling: an analysis of a decided game has no meaning.
  if (played.match->outcome())
    throw BadRequest({"game_over", "The game is over: there is nothing to analyse."});
  const auto bot = played.game->new_bot(options);
  return in_json(bot->think(*played.match, limits, {}, {}), limits.multipv);
}

}  // namespace

void serve_analyse(std::istream& in, std::ostream& out) {
  serve_lines(in, out, analyse);
}

}  // namespace engine::cli
