#include "server/protocol/analysis_codec.h"

#include "server/protocol/json_fields.h"
#include "server/protocol/json_parts.h"

namespace server::protocol {
namespace {

// Chinese characters take three bytes each.
constexpr std::size_t kMaxMove = 32;  // Bytes: the longest notations are Chinese.

void write_eval(JsonWriter& json, const std::optional<Evaluation>& eval) {
  if (!eval) return json.null_field("eval");
  json.object("eval", [&] {
    json.field("kind", word(eval->kind));
    json.field("value", eval->value);
  });
}

void write_ply(JsonWriter& json, const AnalysedPly& ply) {
  json.field("ply", ply.ply);
  write_eval(json, ply.eval);
  if (ply.win) json.field("win", *ply.win);
  text_unless_empty(json, "best", ply.best);
  list_unless_empty(json, "line", ply.line);
  if (ply.mark) json.field("mark", word(*ply.mark));
}

void write_outcome(JsonWriter& json, const std::optional<engine::Outcome>& outcome) {
  if (!outcome) return json.null_field("outcome");
  json.object("outcome", [&] {
    json.field("result", outcome->winner ? word(*outcome->winner) : "draw");
    json.field("reason", outcome->reason);
  });
}

void write_lines(JsonWriter& json, const std::vector<ExploredLine>& lines) {
  json.objects("lines", lines, [&](const ExploredLine& line) {
    write_eval(json, line.eval);
    json.field("win", line.win);
    list(json, "line", line.moves);
  });
}

}  // namespace

ClientMessage read_analysis(Fields& fields) {
  return WatchAnalysis{.game_id = fields.text("gameId"), .on = fields.flag_or("on", true)};
}

ClientMessage read_explore(Fields& fields) {
  Explore explore{.game = fields.text("game"),
                  .rule = fields.text_or_empty("rule"),
                  .size = fields.integer_or("size", 0, 1, kMaxBoard),
                  .pos = fields.text_or_empty("pos"),
                  .moves = fields.texts_or_empty("moves", kMaxExploredMoves, kMaxMove)};
  if (fields.has("think")) explore.think = fields.millis_or_zero("think", kLongestExploration);
  explore.lines = fields.integer_or("lines", 1, 1, kMostExploredLines);
  return explore;
}

void write_body(JsonWriter& json, const Analysis& analysis) {
  json.field("gameId", analysis.game_id);
  json.field("status", word(analysis.status));
  json.field("done", analysis.done);
  json.field("total", analysis.total);
  json.objects("plies", analysis.plies, [&](const AnalysedPly& ply) { write_ply(json, ply); });
  if (analysis.accuracy) list(json, "accuracy", *analysis.accuracy);
}

void write_body(JsonWriter& json, const Hint& hint) {
  json.field("gameId", hint.game_id);
  json.field("ply", hint.ply);
  json.field("move", hint.move);
  write_eval(json, hint.eval);
  list_unless_empty(json, "line", hint.line);
}

void write_body(JsonWriter& json, const Thought& thought) {
  json.field("gameId", thought.game_id);
  json.field("ply", thought.ply);
  json.field("depth", thought.depth);
  write_eval(json, thought.eval);
  list_unless_empty(json, "line", thought.line);
  write_each(json, "notations", thought.notations);
}

void write_body(JsonWriter& json, const Explored& explored) {
  json.field("pos", explored.look.pos);
  json.field("turn", word(explored.look.turn));
  list(json, "legal", explored.legal);
  list_unless_empty(json, "forbidden", explored.look.forbidden);
  list_unless_empty(json, "perilous", explored.look.perilous);
  json.field("check", explored.look.check);
  write_outcome(json, explored.outcome);
  list(json, "moves", explored.moves);
  text_or_null(json, "lastMove", explored.moves.empty() ? "" : explored.moves.back());
  json.key("notation");
  write(json, explored.notation);
  if (!explored.eval) return;
  write_eval(json, explored.eval);
  if (explored.win) json.field("win", *explored.win);
  if (explored.line.empty()) return;
  json.field("best", explored.line.front());
  list(json, "line", explored.line);
  json.field("depth", explored.depth);
  if (!explored.lines.empty()) write_lines(json, explored.lines);
}

std::string analysis_json(const Analysis& analysis) {
  return JsonWriter::text_of([&](JsonWriter& json) { write_body(json, analysis); });
}

}  // namespace server::protocol
