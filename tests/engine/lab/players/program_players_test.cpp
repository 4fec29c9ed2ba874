// Programs as players: ours by UCI, and scripts of a few lines that speak the other protocols or misbehave.

#include "engine/lab/players/program_players.h"

#include <gtest/gtest.h>

#include <fstream>

#include "engine/games/registry.h"
#include "engine/lab/matches/referee.h"
#include "tests/storage/temporary_folder.h"

namespace engine::lab {
namespace {

using namespace std::chrono_literals;

/// A shell script as a player.
PlayerSpec script(const std::string& protocol, const std::string& text) {
  static const TemporaryFolder folder;
  const std::string name = folder / (protocol + ".sh");
  std::ofstream(name) << text;
  PlayerSpec spec = read_player("proto=" + protocol + " cmd=-");
  spec.command = "sh " + name;
  return spec;
}

GameRecord play(const char* game, const PlayerSpec& first, const PlayerSpec& second,
                const TimeControl& control, int max_plies = 6, const Opening& opening = {}) {
  const auto a = make_player(first), b = make_player(second);
  return play_game(*find_game(game), opening, *a, *b, control, control,
                   {.max_plies = max_plies, .margin = 5s, .patience = 300ms});
}

const PlayerSpec kOurs =
    read_player("name=ours proto=uci cmd=" SANQI_ENGINE " option.Hash=1 option.Move_Overhead=20");

TEST(UciPlayer, PlaysEveryGameWithOurEngine) {
  for (const char* game : {"xiangqi", "gomoku", "antireversi"}) {
    const GameRecord played = play(game, kOurs, read_player("depth=1"), {.depth = 2}, 8);
    EXPECT_EQ(played.reason, "max_plies") << game << ": " << played.note;
    EXPECT_EQ(played.moves.size(), 8u);
  }
  const GameRecord renju =
      play("gomoku", kOurs, kOurs, {.nodes = 2000}, 8, {.setup = {.rule = "renju"}, .moves = {"h8"}});
  EXPECT_EQ(renju.reason, "max_plies") << renju.note;
  const GameRecord large = play("gomoku", kOurs, kOurs, {.nodes = 500}, 3,
                                {.setup = {.rule = "freestyle", .size = 20}, .moves = {"t20", "s20"}});
  EXPECT_EQ(large.reason, "max_plies") << "a board of 20 by UCI: " << large.note;
  for (const char* rule : {"6x6", "4x4"}) {
    const GameRecord small = play("antireversi", kOurs, read_player("depth=1"), {.depth = 2}, 60,
                                  {.setup = {.rule = rule}, .moves = {}});
    EXPECT_EQ(small.note, "") << rule << ": " << small.reason;
    EXPECT_GE(small.moves.size(), 4u);
  }
  const GameRecord by_clock = play("xiangqi", kOurs, kOurs, {.base = 1s, .increment = 10ms}, 6);
  EXPECT_EQ(by_clock.reason, "max_plies") << by_clock.note;
}

// Each protocol from both ends: our engine asked as any other program is.
TEST(ProgramPlayers, PlayWithOurEngineByEveryProtocol) {
  const std::pair<const char*, const char*> kGames[] = {
      {"ucci", "xiangqi"}, {"gomocup", "gomoku"}, {"nboard", "antireversi"}, {"gtp", "antireversi"}};
  for (const auto& [protocol, game] : kGames) {
    PlayerSpec ours = kOurs;
    ours.protocol = protocol;
    ours.settings.clear();
    TimeControl control{.depth = 2};
    control.move = protocol == std::string("gtp") ? 1s : 200ms;
    const GameRecord played = play(game, ours, read_player("depth=1"), control, 3);
    EXPECT_EQ(played.reason, "max_plies") << protocol << ": " << played.note;
    EXPECT_EQ(play(game, read_player("depth=1"), ours, control, 2).reason, "max_plies") << protocol;
  }
}

TEST(GtpPlayer, PlaysOnBoardsOfEverySize) {
  PlayerSpec ours = kOurs;
  ours.protocol = "gtp";
  for (const char* rule : {"6x6", "4x4"}) {
    const GameRecord small = play("antireversi", ours, read_player("depth=1"), {.move = 1s}, 4,
                                  {.setup = {.rule = rule}, .moves = {}});
    EXPECT_EQ(small.reason, "max_plies") << rule << ": " << small.note;
  }
  PlayerSpec nboard = kOurs;
  nboard.protocol = "nboard";
  EXPECT_EQ(
      play("antireversi", nboard, kOurs, {.depth = 1}, 4, {.setup = {.rule = "6x6"}, .moves = {}}).reason,
      "refused");
}

TEST(UciPlayer, CountsRanksFromOneForFairyStockfish) {
  const PlayerSpec fairy = script("uci", R"(
while read -r word rest; do
  case "$word $rest" in
    "uci "*) echo "id name Fairy-Stockfish test"; echo uciok;;
    "isready "*) echo readyok;;
    *"moves h3e3"*) seen=1;;
    "go "*) [ -n "$seen" ] && echo "bestmove b10c8" || echo "bestmove a0a0";;
    "quit "*) exit;;
  esac
done)");
  const GameRecord played =
      play("xiangqi", read_player("depth=1"), fairy, {.depth = 1}, 2, {.setup = {}, .moves = {"h2e2"}});
  EXPECT_EQ(played.moves.back(), "b9c7") << played.note;
}

TEST(UciPlayer, AsksForNoGameThatTheProgramDoesNotName) {
  const PlayerSpec program = script("uci", R"(
while read -r word rest; do
  case "$word" in
    uci) echo "option name UCI_Variant type combo default chess var chess var xiangqi"; echo uciok;;
    isready) echo readyok;;
    go) echo "bestmove h2e2";;
  esac
done)");
  EXPECT_EQ(play("xiangqi", program, read_player("depth=1"), {.move = 50ms}, 1).moves,
            std::vector<std::string>{"h2e2"});
  EXPECT_EQ(play("gomoku", program, read_player("depth=1"), {.move = 50ms}, 1).reason, "refused");
}

TEST(UcciPlayer, AsksForMillisecondsWhereThereIsAChoice) {
  const PlayerSpec program = script("ucci", R"(
while read -r word rest; do
  case "$word $rest" in
    "ucci "*) echo "option usemillisec type check default false"; echo ucciok;;
    "position fen rnbakabnr/"*) ;;
    "position "*) unit=none;;
    "setoption usemillisec true") unit=ms;;
    "isready "*) echo readyok;;
    "go "*) [ "$unit" = ms ] && echo "bestmove h2e2" || echo "bestmove a0a1";;
  esac
done)");
  EXPECT_EQ(play("xiangqi", program, read_player("depth=1"), {.move = 50ms}, 1).moves,
            std::vector<std::string>{"h2e2"});
}

TEST(UcciPlayer, AsksInItsWords) {
  const PlayerSpec program = script("ucci", R"(
while read -r word rest; do
  case "$word $rest" in
    "ucci "*) echo ucciok;;
    "isready "*) echo readyok;;
    "go time 3 movestogo 1") echo "info depth 1"; echo "bestmove h2e2";;
    "go time 1 movestogo 1") echo "bestmove b2e2";;
    "go time 90 increment 2 opptime 90 oppincrement 2") echo "bestmove c3c4";;
  esac
done)");
  // An engine that offers no milliseconds counts in seconds.
  const auto first_move = [&](const TimeControl& control) {
    return play("xiangqi", program, read_player("depth=1"), control, 1).moves.front();
  };
  EXPECT_EQ(first_move({.move = 3'900ms}), "h2e2");
  EXPECT_EQ(first_move({.move = 50ms}), "b2e2");
  EXPECT_EQ(first_move({.base = 90s, .increment = 2s}), "c3c4");
  EXPECT_EQ(play("gomoku", program, read_player("depth=1"), {.move = 50ms}, 1).reason, "refused");
}

// `nobestmove` is how a program gives up in UCCI: it counted as a crash.
TEST(UcciPlayer, Resigns) {
  for (const char* answer : {"nobestmove", "bestmove h2e2 resign"}) {
    const PlayerSpec program = script("ucci", R"(
while read -r word rest; do
  case "$word" in ucci) echo ucciok;; isready) echo readyok;; go) echo )" +
                                                  std::string(answer) + ";; esac; done");
    EXPECT_EQ(play("xiangqi", program, read_player("depth=1"), {.move = 50ms}, 1).reason, "resigned")
        << answer;
  }
}

TEST(UciPlayer, SetsOptionsByTheNamesThatTheProgramTells) {
  PlayerSpec program = script("uci", R"(
while read -r word rest; do
  case "$word $rest" in
    "uci "*) echo "option name Use_NNUE type check default true"; echo "option name Move Overhead type spin"
      echo uciok;;
    "setoption name Use_NNUE value false" | "setoption name Move Overhead value 20") set=$set.;;
    "setoption name UCI_LimitStrength value true") set=$set.;;
    "isready "*) echo readyok;;
    "go "*) [ "$set" = ... ] && echo "bestmove h8" || echo "bestmove 0000";;
  esac
done)");
  program.settings["option.Use_NNUE"] = "false";
  program.settings["option.Move_Overhead"] = "20";
  program.settings["option.UCI_LimitStrength"] = "true";
  EXPECT_EQ(play("gomoku", program, read_player("depth=1"), {.move = 50ms}, 1).moves,
            std::vector<std::string>{"h8"});
}

TEST(GomocupPlayer, SendsTheWholeBoard) {
  const PlayerSpec program = script("gomocup", R"(
while read -r line; do
  case "$line" in
    "START 15") echo "MESSAGE hello"; echo OK;;
    "INFO rule 4") rule=1;;
    "7,7,2") stones=$((stones + 1));;
    "8,8,1") stones=$((stones + 1));;
    DONE) [ "$rule$stones" = 12 ] && echo "DEBUG x" && echo 0,14 || echo 99,99;;
  esac
done)");
  const GameRecord played = play("gomoku", read_player("depth=1"), program, {.depth = 1}, 4,
                                 {.setup = {.rule = "renju"}, .moves = {"h7", "i9", "h8"}});
  EXPECT_EQ(played.moves.back(), "a15") << played.note;
  const GameRecord right = play("gomoku", program, read_player("depth=1"), {.depth = 1}, 3,
                                {.setup = {.rule = "renju"}, .moves = {"i9", "h8"}});
  EXPECT_EQ(right.moves.back(), "a15") << right.note;
}

// Pela does: BOARD with stones that it has is an error, and stones that were taken back stay.
TEST(GomocupPlayer, EmptiesTheBoardOfAProgramThatKeepsIt) {
  const PlayerSpec program = script("gomocup", R"(
add() { case "$stones" in *" $1 "*) stones="$stones twice ";; *) stones="$stones $1 ";; esac; }
answer() { add "$1"; [ "$stones" = "$2" ] && echo "$1" || echo 14,14; }
while read -r line; do
  case "$line" in
    START*) stones=; echo OK;;
    BEGIN) answer 7,7 " 7,7 ";;
    TURN*) add "${line#TURN }"; answer 9,9 " 7,7  8,8  9,9 ";;
    [0-9]*) add "${line%,?}";;
    DONE) answer 5,5 " 7,7  6,6  5,5 ";;
  esac
done)");
  const Game* const gomoku = find_game("gomoku");
  const auto player = make_player(program);
  const auto move = [&](std::vector<std::string> moves) {
    const auto match = gomoku->new_match({});
    for (const std::string& each : moves) EXPECT_TRUE((*match)->play(each));
    const GameState now{gomoku, {}, std::move(moves), match->get()};
    if (now.moves.empty()) player->begin(now, {.move = 1s});
    return player->move(now, {{.move = 1s}}, Process::Clock::now() + 20s);
  };
  EXPECT_EQ(move({}), "h8");
  EXPECT_EQ(move({"h8", "i9"}), "j10") << "the opponent's move alone";
  EXPECT_EQ(move({"h8", "g7"}), "f6") << "after a takeback";
}

// A bot gives each move its own time, and a program may say more than OK.
TEST(GomocupPlayer, TellsTheTimeOfEachMove) {
  const PlayerSpec program = script("gomocup", R"(
while read -r line; do
  case "$line" in
    START*) echo "OK - everything is good";;
    "INFO timeout_turn 2000") [ -n "$turn" ] && turn=twice || turn=first;;
    "INFO timeout_turn 500") turn=next;;
    BEGIN) case "$turn" in first) echo 7,7;; next) echo 8,8;; *) echo 9,9;; esac;;
  esac
done)");
  const Game* const gomoku = find_game("gomoku");
  const auto match = gomoku->new_match({});
  ASSERT_TRUE(match);
  const GameState start{gomoku, {}, {}, match->get()};
  const auto player = make_player(program);
  TimeControl control;
  control.move = 2s;
  player->begin(start, control);
  const auto move = [&] { return player->move(start, {control}, Process::Clock::now() + 20s); };
  EXPECT_EQ(move(), "h8") << "told once";
  control.move = 500ms;
  EXPECT_EQ(move(), "i9");
}

TEST(NBoardPlayer, SetsTheGameAndGoes) {
  const PlayerSpec program = script("nboard", R"(
while read -r word rest; do
  case "$word $rest" in
    "ping "*) echo "pong $rest";;
    "set game "*"TY[8a]"*"B[D3]W[C3]"*) seen=1;;
    "go ") echo "status thinking"; echo "=== C4/1.5/0.1";;
  esac
done)");
  const GameRecord played = play("antireversi", program, read_player("depth=1"), {.depth = 1}, 3,
                                 {.setup = {}, .moves = {"d3", "c3"}});
  EXPECT_EQ(played.moves.back(), "c4") << played.note;
}

// As what does not keep to the protocol, not as a crash: then the program is dropped, and a late line with
// it.
TEST(ProgramPlayers, AnswersThatAreNoMovesAreAgainstTheProtocol) {
  for (const char* point : {"7,x", "7,", "26,1", "1,-1", "99999999999,1"}) {
    const std::string text = "while read -r line; do case \"$line\" in START*) echo OK;; BEGIN) echo " +
                             std::string(point) + ";; esac; done";
    const PlayerSpec program = script("gomocup", text);
    EXPECT_EQ(play("gomoku", program, read_player("depth=1"), {.depth = 1}, 2).reason, "protocol") << point;
  }
  const PlayerSpec mute = script("nboard", R"(
while read -r word rest; do
  case "$word" in ping) echo "pong $rest";; go) echo "===";; esac
done)");
  EXPECT_EQ(play("antireversi", mute, read_player("depth=1"), {.depth = 1}, 2).reason, "protocol");
}

TEST(ProgramPlayers, AreLateTooWhereTheyTalkWithoutEnd) {
  const PlayerSpec chatters = script("uci", R"(
while read -r word rest; do
  case "$word" in
    uci) echo uciok;; isready) echo readyok;;
    go) yes info;;
  esac
done)");
  EXPECT_EQ(play("gomoku", chatters, read_player("depth=1"), {.move = 10ms}).reason, "stalled");
}

TEST(GtpPlayer, IsForBoardsWithStones) {
  PlayerSpec ours = kOurs;
  ours.protocol = "gtp";
  EXPECT_EQ(play("xiangqi", ours, read_player("depth=1"), {.move = 1s}, 2).reason, "refused");
}

TEST(GtpPlayer, PlaysItsMovesBeforeItAsks) {
  const PlayerSpec program = script("gtp", R"(
while read -r word rest; do
  case "$word $rest" in
    "genmove black") echo "= C4"; echo;;
    "list "*) echo "? no"; echo;;
    *) echo "="; echo;;
  esac
done)");
  const GameRecord played = play("antireversi", program, read_player("depth=1"), {.move = 1s}, 3,
                                 {.setup = {}, .moves = {"d3", "c3"}});
  EXPECT_EQ(played.moves.back(), "c4") << played.note;
}

// The script moves only where it was told of its clock, and knows no time_left if it is told not to.
TEST(GtpPlayer, TellsTheClock) {
  const std::string script_text = R"(
while read -r word rest; do
  case "$word $rest" in
    "time_settings 60 0 0") clock=1; echo "="; echo;;
    "time_left "*" 0") UNKNOWN; clock=$((clock + 1)); echo "="; echo;;
    "genmove black") [ "$clock" = TOLD ] && echo "= C4" || echo "= A1"; echo;;
    *) echo "="; echo;;
  esac
done)";
  const auto last_move = [&](const std::string& unknown, const std::string& told) {
    std::string text = script_text;
    text.replace(text.find("UNKNOWN"), 7, unknown);
    text.replace(text.find("TOLD"), 4, told);
    return play("antireversi", script("gtp", text), read_player("depth=1"), {.base = 60s, .increment = 1s}, 3,
                {.setup = {}, .moves = {"d3", "c3"}})
        .moves.back();
  };
  EXPECT_EQ(last_move(":", "3"), "c4") << "of both sides";
  EXPECT_EQ(last_move("echo '? unknown command'; echo; continue", "1"), "c4");
}

// The letter I is no column of GTP's: i9 was asked for as a vertex that there is not, and J9 was played as
// j9.
TEST(GtpPlayer, LeavesOutTheColumnI) {
  const std::string text = R"(
while read -r word rest; do
  case "$word $rest" in
    "play black j9") told=1;;
    "genmove white") [ -n "$told" ] && echo "= ANSWER" || echo "= A1"; echo; continue;;
  esac
  echo "="; echo
done)";
  const auto answer = [&](const std::string& vertex) {
    std::string program = text;
    program.replace(program.find("ANSWER"), 6, vertex);
    return play("gomoku", read_player("depth=1"), script("gtp", program), {.move = 1s}, 2,
                {.setup = {}, .moves = {"i9"}});
  };
  EXPECT_EQ(answer("J8").moves.back(), "i8");
  EXPECT_EQ(answer("H8").moves.back(), "h8");
  EXPECT_EQ(answer("P15").moves.back(), "o15");
  EXPECT_EQ(answer("I8").reason, "illegal_move");
}

// Programs need not know time_settings: they seemed to refuse the game.
TEST(GtpPlayer, PlaysWithoutTimeSettings) {
  const PlayerSpec program = script("gtp", R"(
while read -r word rest; do
  case "$word" in
    time_*) echo "? unknown command";;
    genmove) echo "= D3";;
    *) echo "=";;
  esac
  echo
done)");
  EXPECT_EQ(play("antireversi", program, read_player("depth=1"), {.move = 1s}, 1).moves,
            std::vector<std::string>{"d3"});
}

// A bot gives each move its own time: of a clock with byo-yomi the first ones have more.
TEST(GtpPlayer, TellsTheTimeOfEachMove) {
  const PlayerSpec program = script("gtp", R"(
while read -r word rest; do
  case "$word $rest" in
    "time_settings "*) settings=$rest;;
    "time_left black "*) left=${rest#black };;
    "genmove black") [ "$settings" = "0 5 1" ] && case "$left" in "5 1") echo "= C4";; "3 1") echo "= D3";; esac
      echo; continue;;
  esac
  echo "="; echo
done)");
  const Game* const reversi = find_game("antireversi");
  const auto match = reversi->new_match({});
  const GameState start{reversi, {}, {}, match->get()};
  const auto player = make_player(program);
  player->begin(start, {.move = 5s});
  const auto move = [&](milliseconds time) {
    return player->move(start, {{.move = time}}, Process::Clock::now() + 20s);
  };
  EXPECT_EQ(move(5s), "c4");
  EXPECT_EQ(move(3'900ms), "d3") << "whole seconds";
}

TEST(ProgramPlayer, WhoHangsCrashesOrTalksNonsenseLosesAndIsStartedAgain) {
  const std::string greeting =
      R"(while read -r word; do case "$word" in uci) echo uciok;; isready) echo readyok;; go*) )";
  const PlayerSpec hangs = script("uci", greeting + "sleep 60;; esac; done");
  const GameRecord hung = play("gomoku", hangs, read_player("depth=1"), {.move = 10ms});
  EXPECT_EQ(hung.reason, "stalled");
  EXPECT_EQ(hung.winner, Side::second);
  EXPECT_EQ(play("gomoku", script("uci", greeting + "exit;; esac; done"), kOurs, {.move = 10ms}).reason,
            "crashed");
  EXPECT_EQ(
      play("gomoku", script("uci", greeting + "echo bestmove;; esac; done"), kOurs, {.move = 10ms}).reason,
      "protocol");
  EXPECT_EQ(play("gomoku", read_player("proto=uci cmd=/no/such/program"), kOurs, {.depth = 1}).reason,
            "crashed");

  const PlayerSpec once = script("uci", greeting + "echo bestmove a1; exit;; esac; done");
  const auto player = make_player(once);
  const auto opponent = make_player(read_player("depth=1"));
  for (int game = 0; game < 2; ++game) {
    const GameRecord played =
        play_game(*find_game("gomoku"), {}, *player, *opponent, {.depth = 1}, {.depth = 1}, {.max_plies = 5});
    EXPECT_EQ(played.moves.front(), "a1") << "a new process for a new game";
    EXPECT_EQ(played.reason, "crashed");
  }
}

}  // namespace
}  // namespace engine::lab
