#include "tests/server/protocol/samples.h"

namespace server::protocol {
namespace {

using namespace std::chrono_literals;

Action action(ActionKind kind, bool on = true) {
  return {.game_id = "aB3dE9xQ", .kind = kind, .on = on};
}

std::vector<Sample<ClientMessage>> action_samples() {
  using enum ActionKind;
  return {{"resign", action(resign), 15},
          {"abort", action(abort), {}},
          {"offer a draw", action(draw), {}},
          {"decline a draw", action(draw, false), {}},
          {"agree to the draw that was seen", Action{.game_id = "aB3dE9xQ", .kind = draw, .seen = 41}, {}},
          {"takeback", action(takeback), {}},
          {"rematch", action(rematch), {}},
          {"pause", action(pause), {}},
          {"resume", action(resume), {}},
          {"add time", action(add_time), {}},
          {"claim a win", action(claim_win), {}},
          {"claim a draw", action(claim_draw), {}},
          {"ask for a hint", action(hint), 18},
          {"keep one's side", action(keep), {}},
          {"swap sides", action(swap), {}},
          {"place two more", action(more), {}},
          {"offer moves", Action{.game_id = "aB3dE9xQ", .kind = offer, .moves = {"g8", "i10"}}, {}},
          {"declare fifth moves", Action{.game_id = "aB3dE9xQ", .kind = declare, .count = 3}, {}}};
}

std::vector<Sample<ClientMessage>> host_samples() {
  using enum HostKind;
  const auto host = [](HostKind kind, std::string name = {}) {
    return HostAction{.game_id = "aB3dE9xQ", .kind = kind, .name = std::move(name)};
  };
  return {{"host kicks", host(kick, "Wang"), 18},
          {"host mutes", host(mute, "Wang"), {}},
          {"host unmutes", host(unmute, "Wang"), {}},
          {"host closes", host(close), {}},
          {"host closes what was seen",
           HostAction{.game_id = "aB3dE9xQ", .kind = close, .name = {}, .seen = 41},
           {}},
          {"host pauses", host(HostKind::pause), {}},
          {"host resumes", host(HostKind::resume), {}}};
}

std::vector<Sample<ClientMessage>> challenge_samples() {
  const Seek wish{.game = "xiangqi",
                  .time = {.initial = 5min, .increment = 3s},
                  .side = SideChoice::first,
                  .rated = true};
  const Seek opening{.game = "gomoku", .rule = "standard", .opening = "swap2", .time = {.days = 3}};
  return {{"watch challenges", WatchChallenges{true}, 25},
          {"challenge", Challenge{"Mei", wish}, 26},
          {"challenge to an opening", Challenge{"林", opening}, {}},
          {"accept a challenge", AnswerChallenge{"caB3dE9xQ", Reply::accept}, 27},
          {"decline a challenge", AnswerChallenge{"caB3dE9xQ", Reply::decline, DeclineReason::faster}, {}},
          {"withdraw a challenge", AnswerChallenge{"caB3dE9xQ", Reply::withdraw}, {}}};
}

std::vector<Sample<ClientMessage>> create_samples() {
  Create against_bot{.game = "xiangqi",
                     .time = {.initial = 5min, .increment = 3s},
                     .side = SideChoice::first,
                     .opponent = Opponent::ai,
                     .level = 3};
  Create against_person{.game = "gomoku",
                        .rule = "renju",
                        .time = {.initial = 10min, .byoyomi = 30s, .periods = 1, .per_move = 1min},
                        .opponent = Opponent::human,
                        .is_private = true,
                        .size = 15};
  Create for_bots{
      .game = "antireversi", .time = {.per_move = 30s}, .opponent = Opponent::ai_vs_ai, .level = 8};
  Create from_position{.game = "antireversi",
                       .side = SideChoice::second,
                       .pos = "---------------------------OX------XO--------------------------- X"};
  Create by_correspondence{.game = "xiangqi", .time = {.days = 3}};
  return {{"create against a bot", against_bot, 5},
          {"create against a person", against_person, 6},
          {"create for bots", for_bots, 7},
          {"create from a position", from_position, 8},
          {"create by correspondence", by_correspondence, 9}};
}

std::vector<Sample<ClientMessage>> other_client_samples() {
  return {
      {"hello", Hello{.version = 1, .name = "Lin 林", .token = {}, .client = "sanqi-web/0.1"}, 1},
      {"hello of a client that keeps the state",
       Hello{.version = 1, .name = {}, .token = {}, .client = {}, .deltas = true},
       {}},
      {"hello of a client that follows its games",
       Hello{.version = 1, .name = {}, .token = {}, .client = {}, .turns = true},
       {}},
      {"hello again", Hello{.version = 1, .name = {}, .token = "Zk3nW0fYd8uQ1rT5bX7cMp", .client = {}}, {}},
      {"ping", Ping{1731900000123}, {}},
      {"fields of a newer version", Ping{7}, {}},
      {"lobby on", WatchLobby{true}, 2},
      {"lobby off", WatchLobby{false}, {}},
      {"seek",
       Seek{.game = "xiangqi",
            .rule = "",
            .time = {.initial = 5min, .increment = 3s},
            .side = SideChoice::first,
            .rated = true},
       3},
      {"seek with an opening",
       Seek{.game = "gomoku", .rule = "standard", .opening = "swap2", .time = {.days = 3}},
       {}},
      {"seek of a range", Seek{.game = "xiangqi", .rated = true, .ratings = {.min = 1400, .max = 1700}}, {}},
      {"seek that joins another", Seek{.game = "xiangqi", .with = "saB3dE9xQ"}, {}},
      {"unseek", Unseek{"s42"}, 4},
      {"join by id", Join{"aB3dE9xQ", "", true, "Zk3nW0fYd8uQ1rT5bX7cMp", 3}, 10},
      {"join by code", Join{"", "K7QMX", true, {}, {}}, 11},
      {"join to watch", Join{"aB3dE9xQ", "", false, {}, {}}, {}},
      {"leave", Leave{"aB3dE9xQ"}, 12},
      {"move", PlayMove{"aB3dE9xQ", 0, "h2e2", {}}, 13},
      {"move with its own time", PlayMove{"aB3dE9xQ", 2, "b0c2", 2140ms}, 14},
      {"chat with the players", Chat{"aB3dE9xQ", ChatRoom::players, "请多指教"}, 16},
      {"chat with all", Chat{"aB3dE9xQ", ChatRoom::all, "<b>good</b> luck & have fun"}, {}},
      {"report a line", ReportLine{"aB3dE9xQ", "Wang", TimePoint(1731900000123ms)}, 24},
      {"watch", WatchGames{{"aB3dE9xQ", "pQ2rS4tU"}}, 17},
      {"watch an analysis", WatchAnalysis{"aB3dE9xQ", true}, 19},
      {"watch an analysis no more", WatchAnalysis{"aB3dE9xQ", false}, {}},
      {"explore", Explore{.game = "xiangqi", .moves = {"h2e2", "h9g7"}}, 20},
      {"explore and think",
       Explore{.game = "gomoku", .rule = "renju", .size = 15, .moves = {"h8"}, .think = 1500ms}, 21},
      {"explore and think of several moves",
       Explore{.game = "xiangqi", .moves = {"h2e2", "h9g7"}, .think = 1500ms, .lines = 3}, 23},
      {"explore from a position",
       Explore{.game = "antireversi",
               .pos = "---------------------------OX------XO--------------------------- X"},
       22}};
}

}  // namespace

std::vector<Sample<ClientMessage>> client_samples() {
  std::vector<Sample<ClientMessage>> all = other_client_samples();
  for (auto& sample : challenge_samples()) all.push_back(std::move(sample));
  for (auto& sample : create_samples()) all.push_back(std::move(sample));
  for (auto& sample : action_samples()) all.push_back(std::move(sample));
  for (auto& sample : host_samples()) all.push_back(std::move(sample));
  for (auto& sample : study_client_samples()) all.push_back(std::move(sample));
  return all;
}

}  // namespace server::protocol
