#include "tests/server/protocol/apply_delta.h"

#include <cmath>
#include <set>
#include <string>

namespace server::protocol {
namespace {

using nlohmann::json;

json opposite(const json& side) {
  return side == "first" ? "second" : "first";
}

std::string spliced(const std::string& before, const json& splices) {
  std::string after;
  std::size_t copied = 0;
  for (std::size_t i = 0; i < splices.size(); i += 3) {
    const std::size_t at = splices[i], removed = splices[i + 1];
    after += before.substr(copied, at - copied) + splices[i + 2].get<std::string>();
    copied = at + removed;
  }
  return after + before.substr(copied);
}

json free_points(const json& state) {
  const std::string board =
      state["pos"].get<std::string>().substr(0, state["pos"].get<std::string>().find(' '));
  const auto size = static_cast<std::size_t>(std::lround(std::sqrt(board.size())));
  const auto closed = state.value("forbidden", std::set<std::string>());
  std::set<std::string> points;
  for (std::size_t i = 0; i < board.size(); ++i) {
    const std::string name = static_cast<char>('a' + i % size) + std::to_string(i / size + 1);
    if (board[i] == '-' && !closed.contains(name)) points.insert(name);
  }
  return points;  // Sorted, as the server sorts.
}

void follow_moves(json& state, const json& event) {
  std::string moves = state["moves"];
  if (event["kind"] == "move") {
    moves += (moves.empty() ? "" : " ") + event["move"].get<std::string>();
    state["ply"] = state["ply"].get<int>() + 1;
  }
  if (event["kind"] == "takeback") {
    for (int n = event["plies"]; n > 0; --n)
      moves.resize(moves.find(' ') == moves.npos ? 0 : moves.rfind(' '));
    state["ply"] = state["ply"].get<int>() - event["plies"].get<int>();
  }
  state["moves"] = moves;
}

void follow_clock(json& clock, const json& event, const json& turn) {
  const json& delta = event["delta"]["clock"];
  if (event["kind"] == "move" && !clock["running"].is_null()) clock["running"] = turn;
  clock["spent"] = 0;
  for (const auto& [key, value] : delta.items()) clock[key] = value;
}

}  // namespace

json apply_delta(json state, const json& event) {
  const json& delta = event["delta"];
  follow_moves(state, event);
  if (event["kind"] == "move") state["turn"] = opposite(state["turn"]);
  for (const char* key : {"legal", "forbidden", "perilous", "opening", "expiresMs", "lapse"})
    state.erase(key);
  state["check"] = false;
  for (const auto& [key, value] : delta.items()) {
    if (key == "pos" || key == "clock") continue;
    state[key] = value;
  }
  if (delta.contains("pos")) {
    const json& pos = delta["pos"];
    state["pos"] = pos.is_array() ? spliced(state["pos"], pos) : pos.get<std::string>();
  }
  if (delta.contains("clock")) follow_clock(state["clock"], event, state["turn"]);
  if (state.value("openingCode", "-").empty()) state.erase("openingCode");
  for (const char* key : {"waiting", "paused"}) {
    if (state.contains(key) && state[key] == false) state.erase(key);
  }
  if (state.contains("legal") && state["legal"] == "free") state["legal"] = free_points(state);
  return state;
}

}  // namespace server::protocol
