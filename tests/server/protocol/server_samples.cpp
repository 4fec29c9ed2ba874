#include "server/protocol/words.h"
#include "tests/server/protocol/samples.h"

namespace server::protocol {
namespace {

using namespace std::chrono_literals;

const std::string kGame = "aB3dE9xQ";
constexpr TimePoint kNow{1731900000123ms};
const std::array<PlayerInfo, 2> kPlayers = {PlayerInfo{.name = "Lin 林", .online = true},
                                            PlayerInfo{.name = "Bot 3", .level = 3, .online = true}};
const TimeControl kFivePlusThree{.initial = 5min, .increment = 3s};

const char* const kStart = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
const char* const kAfterCannon = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b";
const char* const kAfterHorse = "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w";

GameState before_the_first_move() {
  GameState state;
  state.look.pos = kStart;
  state.clock = ClockFace{.main = {5min, 5min}, .periods = {0, 0}, .running = {}, .at = kNow};
  state.status = Status::playing;
  state.expires = 30s;
  return state;
}

GameState after_two_moves() {
  GameState state;
  state.moves = "h2e2 h9g7";
  state.ply = 2;
  state.look.pos = kAfterHorse;
  state.look.turn = Side::first;
  state.clock = ClockFace{.main = {5min, 5min}, .periods = {0, 0}, .running = Side::first, .at = kNow};
  state.status = Status::playing;
  return state;
}

GameState finished(std::string result, std::string reason) {
  GameState state = after_two_moves();
  state.status = Status::finished;
  state.clock->running.reset();
  state.result = std::move(result);
  state.reason = std::move(reason);
  return state;
}

GameEvent event(int version, EventKind kind, std::optional<Side> by, GameState state) {
  GameEvent event;
  event.game_id = kGame;
  event.version = version;
  event.kind = kind;
  event.by = by;
  event.state = std::move(state);
  return event;
}

GameEvent start_event() {
  GameEvent start = event(1, EventKind::start, {}, before_the_first_move());
  start.players = kPlayers;
  return start;
}

GameEvent move_event() {
  GameEvent move = event(3, EventKind::move, Side::second, after_two_moves());
  move.move = "h9g7";
  move.spent = 1250ms;
  move.lag = 40ms;
  move.notation = {{"wxf", "H8+7"}, {"zh", "馬8進7"}};
  move.state.legal = {"a0a1", "a0a2", "h0g2", "h0i2"};  // Shortened: there are 45.
  return move;
}

GameEvent offer_event(OfferKind kind, bool on) {
  const bool over = kind == OfferKind::rematch;
  GameEvent offer =
      event(4, EventKind::offer, Side::second, over ? finished("first", "resign") : after_two_moves());
  offer.offer = kind;
  offer.on = on;
  if (!on) return offer;
  auto& offers = offer.state.offers;
  (kind == OfferKind::draw       ? offers.draw
   : kind == OfferKind::takeback ? offers.takeback
   : kind == OfferKind::pause    ? offers.pause
                                 : offers.rematch) = Side::second;
  return offer;
}

GameEvent takeback_event() {
  GameEvent takeback = event(5, EventKind::takeback, Side::first, before_the_first_move());
  takeback.plies = 2;
  return takeback;
}

GameEvent clock_event() {
  GameEvent clock = event(6, EventKind::clock, Side::first, after_two_moves());
  clock.added = 15s;
  clock.state.clock->main[1] += 15s;
  clock.state.clock->spent = 2s;
  return clock;
}

GameEvent restart_event() {
  GameEvent restart = event(6, EventKind::clock, {}, after_two_moves());
  restart.state.clock->spent = -8s;
  return restart;
}

GameEvent pause_event() {
  GameEvent pause = event(7, EventKind::pause, Side::first, after_two_moves());
  pause.state.paused = true;
  pause.state.clock->running.reset();
  pause.state.clock->spent = 2s;
  return pause;
}

GameEvent rematch_event() {
  GameEvent rematch = event(10, EventKind::rematch, Side::second, finished("first", "resign"));
  rematch.next_id = "pQ2rS4tU";
  return rematch;
}

GameFull game_full() {
  GameFull game;
  game.game_id = kGame;
  game.code = "K7QMX";
  game.game = "xiangqi";
  game.rule = "standard";
  game.you = Side::first;
  game.host = true;
  game.players = kPlayers;
  game.spectators = 2;
  game.time = kFivePlusThree;
  game.start_pos = kStart;
  game.state = after_two_moves();
  game.state.legal = {"a0a1", "a0a2", "h0g2", "h0i2"};
  game.chat = {{kGame, ChatRoom::players, "Lin 林", Side::first, "请多指教", kNow}};
  game.version = 3;
  return game;
}

/// A renju game with everything that the Xiangqi one lacks: byo-yomi, forbidden points, no opponent yet.
GameFull rated_game_over() {
  GameFull game = game_full();
  game.rated = true;
  game.state = finished("first", "resign");
  game.ratings = RatingChanges{{{1500, 1512}, {1490, 1478}}};
  return game;
}

GameFull tournament_game() {
  GameFull game = game_full();
  game.tournament_id = "tP3uD7yQ";
  return game;
}

GameFull waiting_game() {
  GameFull game;
  game.game_id = "pQ2rS4tU";
  game.code = "H3WPA";
  game.game = "gomoku";
  game.rule = "renju";
  game.players[0] = {.name = "Lin 林", .rating = 1623, .provisional = true, .level = {}, .online = true};
  game.time = {.initial = 10min, .byoyomi = 30s, .periods = 3, .per_move = 1min};
  game.size = 15;
  game.start_pos = std::string(225, '-') + " X";
  game.state.look.pos = game.start_pos;
  game.state.look.forbidden = {"h8"};
  game.state.clock = ClockFace{.main = {10min, 10min}, .periods = {3, 3}, .running = {}, .at = kNow};
  return game;
}

Welcome welcome() {
  return {.user = {.id = "g_7QeXw2", .name = "Lin 林", .guest = true},
          .token = "Zk3nW0fYd8uQ1rT5bX7cMp",
          .now = kNow,
          .server_name = "Sanqi",
          .server_version = "0.1.0",
          .games = {{"xiangqi", "Xiangqi", {"standard"}, {"red", "black"}, {}, {}},
                    {"gomoku",
                     "Gomoku",
                     {"freestyle", "standard", "renju", "caro"},
                     {"black", "white"},
                     {15, 19},
                     {{"swap2", {"freestyle", "standard", "caro"}}}},
                    {"antireversi", "Anti-Reversi", {"standard"}, {"black", "white"}, {}, {}}}};
}

Welcome welcome_of_a_host() {
  return {.user = {.id = "g_7QeXw2", .name = "Lin 林", .guest = true},
          .token = "Zk3nW0fYd8uQ1rT5bX7cMp",
          .now = kNow,
          .server_name = "Sanqi",
          .server_version = "0.1.0",
          .games = {},
          .playing = {{kGame, "xiangqi", "Wang", true}, {"pQ2rS4tU", "gomoku", "", false}},
          .host = true,
          .ready_code = "K7QMX"};
}

LobbyGame lobby_game() {
  return {.game_id = kGame,
          .game = "xiangqi",
          .rule = "standard",
          .time = kFivePlusThree,
          .rated = false,
          .players = kPlayers,
          .status = Status::playing,
          .ply = 2,
          .spectators = 2};
}

LobbySeek lobby_seek() {
  return {.seek_id = "s42",
          .game = "gomoku",
          .rule = "renju",
          .opening = "taraguchi10",
          .time = {.days = 3},
          .side = SideChoice::random,
          .rated = true,
          .name = "Wang",
          .rating = 1500,
          .ratings = {.min = 1400, .max = 0},
          .program = true};
}

Ack challenge_ack() {
  return {.game_id = {}, .ply = {}, .clock = {}, .version = {}, .seek_id = {}, .challenge_id = "caB3dE9xQ"};
}

OpenChallenge own_challenge() {
  return {.challenge_id = "caB3dE9xQ",
          .own = true,
          .from = "Lin 林",
          .to = "Mei",
          .game = "xiangqi",
          .rule = "standard",
          .time = {.initial = 5min, .increment = 3s},
          .side = SideChoice::first,
          .rated = true,
          .rating = 1623,
          .provisional = true,
          .expires = 10min};
}

OpenChallenge received_challenge() {
  return {.challenge_id = "cpQ2rS4tU",
          .from = "Wu",
          .to = "Lin 林",
          .game = "gomoku",
          .rule = "standard",
          .opening = "swap2",
          .time = {.days = 3},
          .expires = std::chrono::days(14),
          .program = true};
}

Analysis unfinished_analysis() {
  return {.game_id = kGame,
          .status = AnalysisStatus::running,
          .done = 1,
          .total = 3,
          .plies = {{.ply = 0,
                     .eval = Evaluation{engine::ScoreKind::eval, 31},
                     .win = 0.5291,
                     .best = "h2e2",
                     .line = {"h2e2", "h9g7"},
                     .mark = {}}},
          .accuracy = {}};
}

/// Of a game with everything: a blunder, a forced win, a bot that failed, and an end on the board.
Analysis finished_analysis() {
  Analysis analysis = unfinished_analysis();
  analysis.status = AnalysisStatus::done;
  analysis.done = analysis.total;
  analysis.plies = {{.ply = 1,
                     .eval = Evaluation{engine::ScoreKind::win, 2},
                     .win = 1,
                     .best = "h9g7",
                     .line = {"h9g7", "e2e6"},
                     .mark = Mark::blunder},
                    {.ply = 2, .eval = {}, .win = {}, .best = {}, .line = {}, .mark = {}},
                    {.ply = 3,
                     .eval = Evaluation{engine::ScoreKind::win, 0},
                     .win = 1,
                     .best = {},
                     .line = {},
                     .mark = {}}};
  analysis.accuracy = {97.5, 50};
  return analysis;
}

Explored explored() {
  Explored explored;
  explored.look.pos = kAfterHorse;
  explored.legal = {"a0a1", "a0a2", "h0g2", "h0i2"};
  explored.moves = {"h2e2", "h9g7"};
  explored.notation = {{"wxf", "H8+7"}, {"zh", "馬8進7"}};
  return explored;
}

Explored explored_and_thought() {
  Explored thought = explored();
  thought.eval = Evaluation{engine::ScoreKind::eval, -12};
  thought.win = 0.4888;
  thought.line = {"h0g2", "i9h9"};
  thought.depth = 12;
  return thought;
}

Explored explored_in_lines() {
  Explored lines = explored_and_thought();
  lines.lines = {{*lines.eval, *lines.win, lines.line}, {Evaluation{engine::ScoreKind::win, 5}, 1, {"a0a1"}}};
  return lines;
}

Explored explored_to_the_end() {
  Explored end;
  end.look.pos = kAfterCannon;
  end.look.turn = Side::second;
  end.look.check = true;
  end.outcome = engine::Outcome{Side::first, "checkmate"};
  end.moves = {"h2e2"};
  return end;
}

Error error(ErrorCode code, std::string message) {
  Error error;
  error.code = code;
  error.message = std::move(message);
  return error;
}

std::vector<Sample<ServerMessage>> error_samples() {
  std::vector<Sample<ServerMessage>> samples;
  for (const std::string_view code : Words<ErrorCode>::list) {
    Error e = error(*from_word<ErrorCode>(code), "A sentence for people.");
    if (e.code == ErrorCode::bad_message) e.reason = "ply";
    if (e.code == ErrorCode::illegal_move) e.reason = "own_king_in_check";
    if (e.code == ErrorCode::rate_limited) e.retry = 4s;
    if (e.code == ErrorCode::elsewhere) {
      e.retry = 1s;
      e.game_id = kGame;
      e.node = "b";
      e.url = "https://b.example.org";
    }
    if (e.code == ErrorCode::stale_ply || e.code == ErrorCode::illegal_move) e.game_id = kGame;
    samples.push_back({"error " + std::string(code), e, 13});
  }
  Error measure = error(ErrorCode::not_allowed, "links to shops");
  measure.reason = "measure";
  measure.game_id = kGame;
  measure.until = kNow;
  samples.push_back({"error of a measure", measure, 13});
  return samples;
}

std::vector<Sample<ServerMessage>> event_samples() {
  GameEvent rated_end = event(9, EventKind::end, Side::second, finished("first", "resign"));
  rated_end.ratings = RatingChanges{{{1500, 1512}, {1490, 1478}}};
  GameEvent nobodys_end = event(9, EventKind::end, {}, finished("draw", "repetition"));
  return {{"event start", start_event(), {}},
          {"event move", move_event(), {}},
          {"event offer draw", offer_event(OfferKind::draw, true), {}},
          {"event offer takeback", offer_event(OfferKind::takeback, true), {}},
          {"event offer pause", offer_event(OfferKind::pause, true), {}},
          {"event offer rematch", offer_event(OfferKind::rematch, true), {}},
          {"event offer declined", offer_event(OfferKind::draw, false), {}},
          {"event takeback", takeback_event(), {}},
          {"event clock", clock_event(), {}},
          {"event clock after a restart", restart_event(), {}},
          {"event pause", pause_event(), {}},
          {"event resume", event(8, EventKind::resume, Side::second, after_two_moves()), {}},
          {"event end", event(9, EventKind::end, Side::second, finished("first", "resign")), {}},
          {"event end without a doer", nobodys_end, {}},
          {"event end of a rated game", rated_end, {}},
          {"event rematch", rematch_event(), {}}};
}

std::vector<Sample<ServerMessage>> other_server_samples() {
  const Ack move_ack{
      .game_id = kGame, .ply = 1, .clock = std::array<Millis, 2>{5min, 5min}, .version = {}, .seek_id = {}};
  const Ack join_ack{.game_id = kGame, .ply = {}, .clock = {}, .version = 5, .seek_id = {}};
  const Ack seek_ack{.game_id = {}, .ply = {}, .clock = {}, .version = {}, .seek_id = "s42"};
  const ClockFace running{
      .main = {298210ms, 5min}, .periods = {0, 0}, .running = Side::second, .at = kNow, .spent = 700ms};
  return {
      {"welcome", welcome(), 1},
      {"welcome of a host", welcome_of_a_host(), 1},
      {"pong", Pong{1731900000099, kNow}, {}},
      {"ack", Ack{}, 12},
      {"ack move", move_ack, 13},
      {"ack join", join_ack, 10},
      {"ack seek", seek_ack, 3},
      {"lobby snapshot", LobbySnapshot{{lobby_seek()}, {lobby_game()}, 7, 2, kGame}, 2},
      {"lobby change", LobbyChange{{}, {lobby_game()}, {"s42", "pQ2rS4tU"}, 8, 2, ""}, {}},
      {"created", Created{kGame, "K7QMX", "/aB3dE9xQ", "Zk3nW0fYd8uQ1rT5bX7cMp"}, 5},
      {"created for bots", Created{kGame, "K7QMX", "/aB3dE9xQ", ""}, 7},
      {"gameFull", game_full(), 10},
      {"gameFull of a rated game that is over", rated_game_over(), {}},
      {"gameFull of a tournament", tournament_game(), {}},
      {"gameFull waiting", waiting_game(), {}},
      {"chat", ChatLine{kGame, ChatRoom::all, "Wang", {}, "<b>good</b> luck & have fun", kNow}, {}},
      {"chat that was removed", ChatLine{kGame, ChatRoom::all, "Wang", {}, "", kNow, true}, {}},
      {"chatRemoved", ChatRemoved{kGame, kNow}, {}},
      {"measure", Measure{"mute", "links to shops", kNow}, {}},
      {"reported",
       Reported{{kGame, ChatRoom::players, "Wang", Side::second, "you play like a 🤡", kNow}},
       {}},
      {"mini", Mini{kGame, kAfterCannon, "h2e2", running, Status::playing}, {}},
      {"turn", TurnChange{{kGame, "xiangqi", "Wang", true}, false}, {}},
      {"turn of a game that is over", TurnChange{{"pQ2rS4tU", "gomoku", "", false}, true, "", "lost"}, {}},
      {"turn of a game that has begun", TurnChange{{kGame, "xiangqi", "Wang", true}, false, "tP3uD7yQ"}, {}},
      {"ack challenge", challenge_ack(), 26},
      {"challenges", Challenges{{own_challenge()}}, 25},
      {"challenge", ChallengeBegan{received_challenge()}, {}},
      {"challenge accepted",
       ChallengeEnd{.challenge_id = "caB3dE9xQ", .how = ChallengeEnd::How::accepted, .game_id = kGame},
       {}},
      {"challenge declined",
       ChallengeEnd{
           .challenge_id = "caB3dE9xQ", .how = ChallengeEnd::How::declined, .reason = DeclineReason::faster},
       {}},
      {"challenge withdrawn",
       ChallengeEnd{.challenge_id = "cpQ2rS4tU", .how = ChallengeEnd::How::withdrawn},
       {}},
      {"crowd", Crowd{kGame, {true, false}, 2, {"Wang", "Zhao"}}, {}},
      {"gone", Gone{kGame, Side::second, true, 30s}, {}},
      {"gone returned", Gone{kGame, Side::second, false, 0s}, {}},
      {"notice", Notice{NoticeLevel::warning, "The server restarts.", 5s}, {}},
      {"redirect", Redirect{kGame, "http://192.168.1.24:8080/aB3dE9xQ"}, {}},
      {"analysis", unfinished_analysis(), 19},
      {"analysis done", finished_analysis(), {}},
      {"hint", Hint{kGame, 2, "h0g2", Evaluation{engine::ScoreKind::eval, 24}, {"h0g2", "i9h9"}}, 18},
      {"thought",
       Thought{kGame,
               2,
               12,
               {engine::ScoreKind::eval, 24},
               {"h0g2", "i9h9"},
               {{{"wxf", "H2+3"}, {"zh", "馬二進三"}}, {{"wxf", "R1.2"}, {"zh", "車1平2"}}}},
       {}},
      {"explored", explored(), 20},
      {"explored and thought about", explored_and_thought(), 21},
      {"explored in lines", explored_in_lines(), 23},
      {"explored to the end", explored_to_the_end(), 22},
      {"bye", Bye{CloseCode::restart, "restart", 3s}, {}}};
}

}  // namespace

std::vector<Sample<ServerMessage>> server_samples() {
  std::vector<Sample<ServerMessage>> all = other_server_samples();
  for (auto& sample : event_samples()) all.push_back(std::move(sample));
  for (auto& sample : opening_samples()) all.push_back(std::move(sample));
  for (auto& sample : error_samples()) all.push_back(std::move(sample));
  for (auto& sample : study_server_samples()) all.push_back(std::move(sample));
  return all;
}

}  // namespace server::protocol
