#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "server/formats/game_reader.h"
#include "server/formats/psq.h"
#include "tests/address_space.h"

/// Games of Gomoku, Renju and anti-Reversi as the programs and sites of their players write them.
namespace server {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TreeGame game_of(std::string text) {
  const auto reader = GameReader::open(std::move(text));
  auto game = reader ? reader->read(0) : ReadTree(engine::Unexpected(reader.error()));
  if (game) return *std::move(game);
  ADD_FAILURE() << game.error().message;
  return {};
}

/// Why no game of the file is kept as it stands.
std::string why_not(std::string text) {
  const auto reader = GameReader::open(std::move(text));
  if (!reader) return reader.error().message;
  const auto game = reader->read(0);
  if (!game) return game.error().message;
  if (game->broken) return game->broken->message;
  ADD_FAILURE() << "was read as " << reader->format(0);
  return {};
}

// ---- rules that the players did not keep to --------------------------------------------------------------

constexpr std::string_view kOverline = "h8 a1 i8 c1 j8 e1 l8 g1 m8 i1 k8";

std::string rif(std::string_view result, std::string_view moves) {
  return "<database><games>\n<game id=\"1\" bresult=\"" + std::string(result) + "\"><move>" +
         std::string(moves) + "</move></game></games></database>";
}

// The rule became freestyle without a word.
TEST(PointGamesTest, AForbiddenMoveIsKeptAndTold) {
  const TreeGame game = game_of(rif("0", kOverline));
  EXPECT_FALSE(game.broken);
  EXPECT_THAT(game.game.moves, SizeIs(11));
  EXPECT_EQ(game.game.rule, "freestyle");
  EXPECT_EQ(game.game.result, "second");
  EXPECT_EQ(game.game.reason, "");
  ASSERT_THAT(game.notes, SizeIs(1));
  EXPECT_EQ(game.notes[0].message,
            "line 2: by the rules of renju move 11 is not legal: the game is kept by those of freestyle");
  const TreeGame longer = game_of(rif("0", std::string(kOverline) + " o1 a15"));
  EXPECT_EQ(longer.game.rule, "standard") << "six ended nothing";
  EXPECT_THAT(longer.game.moves, SizeIs(13));
}

TEST(PointGamesTest, NothingIsClaimedOfAForbiddenMove) {
  const TreeGame game =
      game_of("(;GM[4]RU[renju];B[hh];W[aa];B[ih];W[ca];B[jh];W[ea];B[lh];W[ga];B[mh];W[ia];B[kh])");
  EXPECT_EQ(game.game.rule, "freestyle");
  EXPECT_THAT(game.game.moves, SizeIs(11));
  EXPECT_EQ(game.game.result, "") << "six stones win by the one rule and lose by the other";
  EXPECT_EQ(game.game.reason, "");
}

TEST(PointGamesTest, AGameThatWentOnBehindSixIsOneOfExactFive) {
  const TreeGame game = game_of(
      "(;GM[4]RU[freestyle];B[aa];W[ao];B[ba];W[co];B[ca];W[eo];B[ea];W[go];B[fa];W[io];B[da];W[ko])");
  EXPECT_EQ(game.game.rule, "standard");
  EXPECT_THAT(game.game.moves, SizeIs(12));
  ASSERT_THAT(game.notes, SizeIs(1));
  EXPECT_EQ(game.notes[0].reason, "rule");
}

// Players who both pass end a game of Renju.
TEST(PointGamesTest, PassesAtTheEndAreTold) {
  for (const std::string& text : {std::string("(;GM[4]RU[renju];B[hh];W[hi]\n;B[];W[tt]C[agreed])"),
                                  rif("0.5", "h8 h7 -- --"), std::string("=[a,b,=,88870000,?,-,]")}) {
    const TreeGame game = game_of(text);
    EXPECT_FALSE(game.broken) << text;
    EXPECT_THAT(game.game.moves, ElementsAre("h8", "h7")) << text;
    ASSERT_THAT(game.notes, SizeIs(1)) << text;
    EXPECT_THAT(game.notes[0].message, HasSubstr("move 3 pass: a pass at the end is left out")) << text;
  }
  EXPECT_EQ(why_not(rif("1", "h8 pass i9")),
            "line 2: move 2 pass: games of Gomoku with passes cannot be kept");
}

TEST(PointGamesTest, MovesOfRifMayStandWithoutBlanks) {
  EXPECT_THAT(game_of(rif("1", "h8i9H10")).game.moves, ElementsAre("h8", "i9", "h10"));
  EXPECT_THAT(game_of(rif("1", "h8-i9,h10")).game.moves, ElementsAre("h8", "i9", "h10"));
  EXPECT_THAT(why_not(rif("1", "h8 what i9")), HasSubstr("move 2 what"));
}

TEST(PointGamesTest, FieldsOfBdtMayHaveBlanks) {
  const TreeGame game = game_of("WC =[ Ando , Tunnet , + , 88998A , ? , - , ]");
  EXPECT_THAT(game.game.moves, ElementsAre("h8", "i9", "h10"));
  EXPECT_THAT(game.game.names, ElementsAre("Ando", "Tunnet"));
  EXPECT_EQ(game.game.result, "first");
  EXPECT_THAT(game.tags, IsEmpty());
}

// Stones are taken in these, or two are placed in a turn: they were games of Gomoku, or Xiangqi.
TEST(PointGamesTest, OtherGamesAreNamed) {
  for (const auto& [rule, name] : {std::pair("Pente", "Pente"), std::pair("ninuki-renju", "Ninuki-Renju"),
                                   std::pair("Connect6", "Connect6")}) {
    const std::string words = rule;
    EXPECT_THAT(why_not("(;GM[4]SZ[19]RU[" + words + "];B[jj];W[ii])"), HasSubstr(name)) << rule;
    EXPECT_THAT(why_not("[Variant \"" + words + "\"]\n\n1. h8 i9 2. h9"), HasSubstr(name)) << rule;
  }
  EXPECT_EQ(why_not("[Game \"Chess\"]\n[White \"a\"]\n\n1. Nc3 Nc8"), "line 1: this is a game of Chess");
  EXPECT_EQ(why_not("[Game \"Janggi\"]\n[Red \"a\"]\n\n1. h2e2 h9g7"), "line 1: this is a game of Janggi");
  for (const char* game : {"[Game \"Chinese chess\"]\n[White", "[Game \"Chess\"]\n[Red"})
    EXPECT_EQ(game_of(std::string(game) + " \"a\"]\n\n1. Nc3 Nc8").game.game, "xiangqi") << game;
  EXPECT_EQ(game_of("(;GM[4]SZ[15]RU[Carpenters' cup];B[hh];W[ii])").game.game, "gomoku");
}

// ---- SGF -------------------------------------------------------------------------------------------------

// A name of small letters was empty: the game had no moves.
TEST(PointGamesTest, SgfMayBeInSmallLettersOrNameItsGame) {
  for (const char* text :
       {"(;gm[4]sz[15];b[hh];w[ii])", "(;GM[Renju]SZ[15];B[HH];W[II])", "(;GM[ 4 ]SZ[ 15 ];B[hh];W[ii])",
        "(;GaMe[4]SiZe[15]\n;Black[hh]\n;White[ii])", "(;SZ[15];B[h8];W[i7])"})
    EXPECT_THAT(game_of(text).game.moves, ElementsAre("h8", "i7")) << text;
}

TEST(PointGamesTest, AGameOfGoIsNamed) {
  for (const char* text : {"(;FF[4]SZ[19]RE[W+12.5];B[pd];W[dp])", "(;SZ[19]RU[Japanese];B[pd])",
                           "(;SZ[9];B[cc])", "(;SZ[19]KM[6.5];B[pd])", "(;SZ[19];B[pd];W[dp]TB[aa][ab])"})
    EXPECT_THAT(why_not(text), HasSubstr("this is a game of Go: it has ")) << text;
  EXPECT_EQ(why_not("(;FF[4]GM[1]SZ[19];B[hh])"), "line 1: GM[1] is Go: Gomoku is GM[4]");
  EXPECT_EQ(why_not("(;GM[1]SZ[15]KM[6.5];B[hh])"), "line 1: this is a game of Go: it has komi");
  EXPECT_EQ(why_not("(;GM[Go]SZ[19];B[pd])"), "line 1: GM[Go] is Go: Gomoku is GM[4]");
  const TreeGame game = game_of("(;SZ[19];B[jj];W[kk])");
  EXPECT_THAT(game.game.moves, SizeIs(2));
  ASSERT_THAT(game.notes, SizeIs(1)) << "it may be one of Go";
  EXPECT_EQ(game.notes[0].reason, "untold_game");
}

// What an editor had taken off the board stood there when the game began.
TEST(PointGamesTest, StonesMayBeTakenOffASetUp) {
  const TreeGame game = game_of("(;GM[4]SZ[15]AB[hh:ih]AW[hg];AE[ih];B[ii])");
  EXPECT_EQ(game.game.start_pos.find('X'), 7U * 15 + 7);
  EXPECT_EQ(game.game.start_pos.find('X', 7U * 15 + 8), game.game.start_pos.size() - 1) << "and who begins";
  EXPECT_THAT(game.notes, IsEmpty());
  EXPECT_THAT(why_not("(;GM[4]SZ[15];B[hh];W[hg];AE[hh];B[ii])"), HasSubstr("set up after the first move"));
}

// It was always black's.
TEST(PointGamesTest, StonesTellWhoseTurnItIs) {
  EXPECT_TRUE(game_of("(;GM[4]SZ[15]AB[hh][ii]AW[hg])").game.start_pos.ends_with(" O"));
  EXPECT_TRUE(game_of("(;GM[4]SZ[15]AB[hh][ii]AW[hg][hi])").game.start_pos.ends_with(" X"));
  EXPECT_TRUE(game_of("(;GM[4]SZ[15]AB[hh][ii]AW[hg]PL[B])").game.start_pos.ends_with(" X"));
  EXPECT_TRUE(game_of("(;GM[4]SZ[15]AB[hh][ii]AW[hg];B[gg])").game.start_pos.ends_with(" X"));
}

TEST(PointGamesTest, AnEditorOfGoMayHaveSavedAGameOfRenju) {
  for (const char* text :
       {"(;GM[1]CA[gb2312]SZ[15];B[hh];W[ig])", "(;SZ[15]AP[GOWrite:3.2.0]GM[1] ;B[hh];W[ig])"}) {
    const TreeGame game = game_of(text);
    EXPECT_THAT(game.game.moves, ElementsAre("h8", "i9")) << text;
    ASSERT_THAT(game.notes, SizeIs(1));
    EXPECT_EQ(game.notes[0].reason, "untold_game");
  }
}

TEST(PointGamesTest, PointsTellTheSizeOfABoard) {
  EXPECT_EQ(game_of("(;GM[4]AB[aa][ss];W[hh])").game.size, 19);
  EXPECT_EQ(game_of("(;GM[4]AB[ar:as];W[hh])").game.size, 19);
  EXPECT_EQ(game_of("(;GM[4];B[h16];W[a1])").game.size, 19);
  EXPECT_EQ(game_of("(;GM[4];B[h15];W[tt])").game.size, 15);
  EXPECT_EQ(why_not("(;GM[4]SZ[13];B[cc])"), "line 1: SZ[13]: here a board has 15, 19 or 20 lines");
}

TEST(PointGamesTest, ANameThatIsCutIsTold) {
  const std::string name(1'000, 'x');
  for (const std::string& text :
       {"(;GM[4]SZ[15]PB[" + name + "];B[hh])", "(;GM[Othello]TY[8a]PW[" + name + "]B[f5];)",
        "[White \"" + name + "\"]\n\n1. h2e2 h9g7 *\n"}) {
    const TreeGame game = game_of(text);
    ASSERT_THAT(game.notes, SizeIs(1)) << text.substr(0, 20);
    EXPECT_EQ(game.notes[0].message, "line 1: this name is cut: " + std::string(64, 'x'));
  }
  EXPECT_THAT(game_of("(;GM[4]SZ[15]PB[ Lin ];B[hh])").notes, IsEmpty());
}

TEST(PointGamesTest, WhoResignsLoses) {
  const auto game = [](const std::string& words) { return game_of("(;GM[4]RE[" + words + "];B[hh])").game; };
  EXPECT_EQ(game("White resigns").result, "first");
  EXPECT_EQ(game("White resigns").reason, "resign");
  EXPECT_EQ(game("Black lost").result, "second");
  EXPECT_EQ(game("Black wins by resignation").result, "first");
  EXPECT_EQ(game("B+Resign").result, "first");
}

TEST(PointGamesTest, OpeningsOfRenjuNameItsRule) {
  for (const char* rule : {"Standard Renju", "Taraguchi-10", "RIF", "Yamaguchi"})
    EXPECT_EQ(game_of("(;GM[4]RU[" + std::string(rule) + "];B[hh])").game.rule, "renju") << rule;
}

// ---- PSQ -------------------------------------------------------------------------------------------------

// Two columns of words and three of numbers were names and moves, without a word.
TEST(PointGamesTest, ATableOfNumbersIsNoRecord) {
  EXPECT_FALSE(is_rec("x,y,t\nname,b,c\n1,2,3\n"));
  EXPECT_TRUE(is_rec("Lin\nMei\n1,2,3\n"));
  EXPECT_EQ(game_of("Novak, Petr\nMei\n10,10,5\n11,11,6\n-1\n").game.names[0], "Novak, Petr");
  const TreeGame doubtful = game_of("Lin\nMei\n10,10,5\n11,11,6\n");
  ASSERT_THAT(doubtful.notes, SizeIs(1));
  EXPECT_EQ(doubtful.notes[0].message,
            "line 1: the file does not name its format: it is read as a record of Piskvork");
  EXPECT_THAT(game_of("Lin\nMei\n10,10,5\n11,11,6\n-1\n").notes, IsEmpty()) << "the code of its end";
}

TEST(PointGamesTest, PsqMayHaveBlanksAndMoreNumbers) {
  const TreeGame game = game_of(
      "\nPiskvorky 20X20, 11:11, 1 \n\n10,10,500,3\n11,11,0,-2\t\n\npbrain-a.exe\npbrain-b.exe\n-1\n"
      "1,freestyle2\n");
  EXPECT_THAT(game.game.moves, ElementsAre("j11", "k10"));
  EXPECT_THAT(game.game.names, ElementsAre("pbrain-b.exe", "pbrain-a.exe")) << "the second player began";
  EXPECT_EQ(game.game.rule, "freestyle");
  EXPECT_EQ(game.game.result, "second");
  ASSERT_THAT(game.notes, SizeIs(1));
  EXPECT_EQ(game.notes[0].message, "line 4: the numbers behind the time are left out, in 2 lines");
}

TEST(PointGamesTest, ABlankLineMayBeAName) {
  const auto game = read_psq("Piskvorky 15x15, 11:11, 0\n8,8,1\n\nMei\n-1\n2,Renju\n");
  EXPECT_THAT(game->game.names, ElementsAre("", "Mei"));
  EXPECT_EQ(game->claimed_result, "second");
}

TEST(PointGamesTest, GamesOfPsqFollowEachOther) {
  const std::string game = "Piskvorky 15x15, 11:11, 0\n8,8,1\na\nb\n-1\n1,Renju\n";
  const auto reader = GameReader::open(game + "\n" + game);
  ASSERT_TRUE(reader);
  EXPECT_EQ(reader->games(), 2U);
  EXPECT_THAT(reader->read(1)->game.moves, ElementsAre("h8"));
  EXPECT_THAT(reader->read(1)->notes, IsEmpty());
}

TEST(PointGamesTest, ABoardOfOtherLinesIsToldOf) {
  EXPECT_EQ(why_not("Piskvorky 30x30, 11:11, 0\n25,25,1\n"),
            "line 1: the board has 30 lines: here it has 15, 19 or 20");
}

TEST(PointGamesTest, OldRecordsEndWithACode) {
  const TreeGame game = game_of("homo-1\npbrain-x.exe\n9,9,0\n10,10\n-1\n");
  EXPECT_THAT(game.game.moves, ElementsAre("j11", "k10"));
  EXPECT_THAT(game.notes, IsEmpty());
}

std::string psq_with(std::string_view line, int lines) {
  std::string text = "Piskvorky 15x15, 11:11, 0\n8,8,1\n";
  for (int i = 0; i < lines; ++i) text += line;
  return text;
}

TEST(PointGamesTest, AGameOfPsqHasSoManyLines) {
  const auto game = read_psq(psq_with("a\n", 5'000));
  ASSERT_TRUE(game);
  EXPECT_EQ(game->notes[0].message, "line 4001: the game has too many lines: the rest is left out");
  const auto other = read_psq(psq_with("\n", 5'000) + "Lin\nMei\n-1\n2,Renju\n");
  EXPECT_EQ(other->notes[0].reason, "too_long");
  EXPECT_THAT(read_psq(psq_with("\n", 5'000))->notes, IsEmpty()) << "there is no rest";
}

#ifdef SANQI_CAN_LIMIT_ADDRESS_SPACE
// Of 4 MiB of line ends 130 MB of views were made.
TEST(PointGamesDeathTest, LinesOfPsqTakeLittleMemory) {
  for (const std::string_view line : {"\n", "a\n"}) {
    const std::string text = psq_with(line, (4 << 20) / static_cast<int>(line.size()));
    const auto read = [&] {
      limit_address_space();
      std::_Exit(read_psq(text) ? EXIT_SUCCESS : EXIT_FAILURE);
    };
    EXPECT_EXIT(read(), testing::ExitedWithCode(EXIT_SUCCESS), "");
  }
}
#endif

// ---- GGF, WTHOR ------------------------------------------------------------------------------------------

constexpr std::string_view kGgfBoard =
    "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";

TEST(PointGamesTest, GgfMayNameItsGameInSmallLetters) {
  const TreeGame game = game_of("(;GM[othello]PC[Edax]PB[?]PW[?]RE[-127.000]TY[8a]" + std::string(kGgfBoard) +
                                "B[F5]W[D6]B[C3];)");
  EXPECT_EQ(game.game.game, "antireversi");
  EXPECT_THAT(game.game.moves, ElementsAre("f5", "d6", "c3"));
  EXPECT_EQ(game.game.result, "") << "no board has 127 squares";
  EXPECT_EQ(game_of("(;GM[othello]TY[6a]B[d5];)").game.rule, "6x6");
}

// Edax does not tell the type of its games, which are of normal Reversi.
TEST(PointGamesTest, AGameWithoutATypeIsNotTakenForOursInSilence) {
  const TreeGame game = game_of("(;GM[othello]PC[Edax]B[F5]W[D6];)");
  ASSERT_THAT(game.notes, SizeIs(1));
  EXPECT_EQ(game.notes[0].reason, "untold_game");
  // Black flips all that is left of white, and has more discs.
  const auto ended = [](const std::string& result) {
    return "(;GM[Othello]RE[" + result + "]BO[8 *O------ " + std::string(56, '-') + " *]B[C1];)";
  };
  EXPECT_THAT(why_not(ended("+64.00")), HasSubstr("normal Reversi"));
  EXPECT_THAT(game_of(ended("-64.00")).notes, IsEmpty());
  EXPECT_EQ(game_of(ended("-64.00")).game.result, "second");
}

TEST(PointGamesTest, APassBehindTheEndIsNoMove) {
  const TreeGame game =
      game_of("(;GM[Othello]TY[8a]BO[8 *O------ " + std::string(56, '-') + " *]B[C1]W[PA]B[];)");
  EXPECT_FALSE(game.broken);
  EXPECT_THAT(game.game.moves, ElementsAre("c1"));
  EXPECT_EQ(game.game.result, "second");
}

TEST(PointGamesTest, ListsOfNamesOfWthorAreNamed) {
  for (const std::size_t size : {20U, 26U}) {
    std::string list(16 + 3 * size, '\0');
    list[0] = 20;
    list[2] = list[3] = 5;
    list[8] = 3;
    EXPECT_THAT(why_not(list), HasSubstr("names of WTHOR"));
  }
  std::string large(16 + 2 * 104, '\0');
  large[0] = 20;
  large[2] = large[3] = 5;
  large[4] = 2;
  large[12] = 10;
  EXPECT_THAT(why_not(large), HasSubstr("this is WTHOR"));
}

// ---- PGN -------------------------------------------------------------------------------------------------

std::string pgn_of(const std::string& tags, const std::string& moves) {
  const std::string others =
      "[Site \"PlayOK\"]\n[Date \"2018.05.06\"]\n[Black \"Lin\"]\n[White \"Mei\"]\n[Result \"1-0\"]\n\n";
  return tags + others + moves + " 1-0\n";
}

// It was refused as a game of Xiangqi with a first move that is none.
TEST(PointGamesTest, PgnMayBeOfPoints) {
  const TreeGame game = game_of(pgn_of("[Event \"?\"]\n", "1. h8 i9 2. h10 H9 3. k12"));
  EXPECT_EQ(game.game.game, "gomoku");
  EXPECT_THAT(game.game.moves, ElementsAre("h8", "i9", "h10", "h9", "k12"));
  EXPECT_THAT(game.game.names, ElementsAre("Lin", "Mei")) << "black moves first";
  EXPECT_EQ(game.game.result, "second") << "white is told first";
  EXPECT_EQ(game.game.at, 1'525'564'800'000);
  ASSERT_THAT(game.notes, SizeIs(1));
  EXPECT_EQ(game.notes[0].reason, "untold_game");
  EXPECT_THAT(game_of(pgn_of("[Event \"Gomoku\"]\n", "1. h8 i9")).notes, IsEmpty());
  EXPECT_EQ(game_of(pgn_of("[Game \"Renju\"]\n", "1. h8 h9")).game.rule, "renju");
  EXPECT_EQ(game_of(pgn_of("", "1. h8 i9 2. s19")).game.size, 19);
  const auto chosen = GameReader::open(pgn_of("", "1. h8 i9 2. h10 h9"), {.game = "gomoku"});
  ASSERT_TRUE(chosen);
  EXPECT_EQ(chosen->read(0)->game.game, "gomoku");
}

// They were tags like any other: a game of freestyle on 15 lines came of it, of which nothing told how it
// ended.
TEST(PointGamesTest, TagsOfPgnTellRuleBoardAndEnd) {
  const TreeGame game = game_of(
      pgn_of("[Event \"Cup\"]\n[Rule \"RIF Renju\"]\n[BoardSize \"19x19\"]\n[Termination \"time forfeit\"]\n",
             "1. h8 i9"));
  EXPECT_EQ(game.game.game, "gomoku");
  EXPECT_EQ(game.game.rule, "renju");
  EXPECT_EQ(game.game.size, 19);
  EXPECT_EQ(game.game.result, "second");
  EXPECT_EQ(game.game.reason, "timeout");
  EXPECT_THAT(game.notes, IsEmpty());
  const auto rule_of = [](const std::string& tags) { return game_of(pgn_of(tags, "1. h8 i9")).game.rule; };
  EXPECT_EQ(rule_of("[Game \"Gomoku\"]\n[Variant \"Standard\"]\n"), "standard");
  EXPECT_EQ(rule_of("[Event \"Standard time Gomoku\"]\n"), "freestyle");
  EXPECT_EQ(game_of(pgn_of("[Size \"15\"]\n", "1. f5 d6 2. c3 d3")).game.game, "gomoku") << "not of 8 lines";
  EXPECT_THAT(why_not(pgn_of("[Event \"Gomoku\"]\n[Size \"13\"]\n", "1. c3 d4")), HasSubstr("13 lines"));
}

// A five on the board tells more than a tag that sites read in two ways.
TEST(PointGamesTest, AFiveDecidesAgainstTheTag) {
  const TreeGame game = game_of(pgn_of("", "1. h8 a1 2. i8 a2 3. j8 a3 4. k8 a4 5. l8"));
  EXPECT_EQ(game.game.result, "first");
  EXPECT_EQ(game.game.reason, "five");
}

// A database of Othello was read as anti-Reversi, won by the other side.
TEST(PointGamesTest, AResultInDiscsIsOfNormalReversi) {
  EXPECT_THAT(
      why_not("[Event \"World Championship - 1977\"]\n[Result \"34-30\"]\n1. F5 D6\n2. C3 F3\n3. F4 D3\n"),
      HasSubstr("normal Reversi"));
  EXPECT_EQ(game_of("[Event \"anti-Reversi\"]\n[Result \"34-30\"]\n1. f5 d6 2. c3 f3").game.game,
            "antireversi");
  EXPECT_EQ(game_of("[Result \"2147483647-2147483647\"]\n1. f5 d6 2. c3 f3").game.game, "antireversi")
      << "no discs, whose sum would overflow";
}

TEST(PointGamesTest, PgnOfNormalReversiIsNamed) {
  EXPECT_THAT(why_not(pgn_of("[Event \"Reversi\"]\n", "1. f5 d6 2. c3 d3")), HasSubstr("normal Reversi"));
  const TreeGame untold = game_of(pgn_of("", "1. f5 d6 2. c3 d3"));
  EXPECT_EQ(untold.game.game, "antireversi");
  ASSERT_THAT(untold.notes, SizeIs(1));
  EXPECT_EQ(untold.notes[0].reason, "untold_game");
  const TreeGame anti = game_of(pgn_of("[Variant \"Anti-Reversi\"]\n", "1. f5 d6"));
  EXPECT_EQ(anti.game.game, "antireversi");
  EXPECT_THAT(anti.notes, IsEmpty());
}

// It became a game of anti-Reversi that the other side had won, without a word.
TEST(PointGamesTest, AntiIsAWordOfItsOwnInPgn) {
  for (const char* event : {"Santiago Othello Open", "Reversi of Atlantis", "Quantity Othello"})
    EXPECT_THAT(why_not(pgn_of("[Event \"" + std::string(event) + "\"]\n", "1. f5 d6 2. c3 d3")),
                HasSubstr("normal Reversi"))
        << event;
  for (const char* variant : {"AntiReversi", "anti othello", "Othello (anti)", "Reversi, ANTI"})
    EXPECT_EQ(game_of(pgn_of("[Variant \"" + std::string(variant) + "\"]\n", "1. f5 d6")).game.game,
              "antireversi")
        << variant;
}

// ---- mere moves ------------------------------------------------------------------------------------------

TEST(PointGamesTest, MovesMayHaveDashesAndNumbersBetween) {
  for (const char* text : {"h8-i9-j10", "1 h8 2 i9 3 j10", "1: h8, 2: i9, 3: j10", "H8I9J10"}) {
    const TreeGame game = game_of(text);
    EXPECT_EQ(game.game.game, "gomoku") << text;
    EXPECT_THAT(game.game.moves, ElementsAre("h8", "i9", "j10")) << text;
  }
}

// They were points of a board that is counted from 0 and from below.
TEST(PointGamesTest, PairsOfNumbersAreNoPoints) {
  for (const char* text : {"8,8\n9,9\n8,9\n", "7,7 8,8 9,9"})
    EXPECT_THAT(why_not(text), HasSubstr("none of our games")) << text;
}

// A pass without blanks around it made one word of all that followed.
TEST(PointGamesTest, PassesMayStandBetweenMovesWithoutBlanks) {
  const std::string two = "pos --XO----" + std::string(40, '-') + "XO------" + std::string(8, '-') + " X\n";
  for (const char* moves : {"e1psc7", "E1PAC7", "e1--c7", "e1passc7", "e1c7"})
    EXPECT_THAT(game_of(two + moves).game.moves, ElementsAre("e1", "pass", "c7")) << moves;
}

// A transcript of normal Othello was imported with the other winner, without a word.
TEST(PointGamesTest, MovesAloneDoNotNameAntiReversi) {
  const auto told = [](std::string text, std::string game) {
    std::vector<std::string> reasons;
    const auto reader = GameReader::open(std::move(text), {.game = std::move(game)});
    for (const BadText& note : reader->notes()) reasons.push_back(note.reason);
    return reasons;
  };
  EXPECT_THAT(told("f5d6c3", ""), ElementsAre("untold_game"));
  EXPECT_THAT(told("1. f5 d6 2. c3", ""), ElementsAre("untold_game"));
  EXPECT_THAT(told("f5d6c3", "antireversi"), IsEmpty());
  EXPECT_THAT(told("h8i9j10", ""), IsEmpty());
}

TEST(PointGamesTest, ALineMayBeAGame) {
  const auto reader = GameReader::open("f5d6c3d3\nf5f6e6f4\n\nf5d6c4\n");
  ASSERT_TRUE(reader);
  ASSERT_EQ(reader->games(), 3U);
  EXPECT_THAT(reader->read(1)->game.moves, ElementsAre("f5", "f6", "e6", "f4"));
  EXPECT_EQ(GameReader::open("f5d6\nc3d3\n")->games(), 1U) << "a game in two lines";
  EXPECT_EQ(GameReader::open("h2e2h9g7\nh0g2i9h9\n")->games(), 1U) << "Xiangqi";
}

// ---- encodings -------------------------------------------------------------------------------------------

constexpr std::string_view kNakamura = "\x92\x86\x91\xBA", kShigeru = "\x96\xCE";  // 中村, 茂

// Half of Renju's players are Japanese: their names became rare characters of Chinese, without a word.
TEST(PointGamesTest, NamesMayBeInShiftJis) {
  const std::string names = "PB[" + std::string(kNakamura) + "]PW[\x89\xCD\x91\xBA\x93\x54\x95\x46]";
  const auto reader = GameReader::open("(;GM[4]SZ[15]" + names + ";B[hh])");
  ASSERT_TRUE(reader);
  EXPECT_EQ(reader->encoding(0), Encoding::shift_jis);
  EXPECT_THAT(reader->read(0)->game.names, ElementsAre("中村", "河村典彦"));
  ASSERT_THAT(reader->notes(), SizeIs(1));
  EXPECT_EQ(reader->notes()[0].message, "the text is read as shift_jis");
}

TEST(PointGamesTest, NamesMayBeInEucKr) {
  const auto reader =
      GameReader::open("(;GM[4]SZ[15]PB[\xB1\xE8\xBC\xF6\xC2\xF9]PW[\xB9\xDA\xC1\xA4\xC8\xAF];B[hh])");
  ASSERT_TRUE(reader);
  EXPECT_EQ(reader->encoding(0), Encoding::euc_kr);
  EXPECT_THAT(reader->read(0)->game.names, ElementsAre("김수찬", "박정환"));
  ASSERT_THAT(reader->notes(), SizeIs(1));
  EXPECT_EQ(reader->notes()[0].message, "the text is read as euc-kr");
}

// Names of two syllables were Chinese characters, without a word.
TEST(PointGamesTest, ShortKoreanNamesLeaveTheirEncodingInDoubt) {
  const std::string from = "(;GM[4]SZ[15]PB[", to = "];B[hh])";
  const std::string two = "\xC8\xE6\xBD\xC2";  // 흑승
  const auto doubtful = GameReader::open(from + two + to);
  ASSERT_TRUE(doubtful);
  ASSERT_THAT(doubtful->notes(), SizeIs(1));
  EXPECT_EQ(doubtful->notes()[0].message, "the text is read as gb18030, but may be euc-kr");
  EXPECT_THAT(GameReader::open(from + two + to, {.encoding = Encoding::gb18030})->notes(), IsEmpty());
  // 吕钦, 胡荣华, and 许 with a wide bracket.
  for (const char* name : {"\xC2\xC0\xC7\xD5", "\xBA\xFA\xC8\xD9\xBB\xAA", "\xD0\xED\xA3\xA8"})
    EXPECT_THAT(GameReader::open(from + name + to)->notes(), IsEmpty()) << name;
}

// 啹喺嘅 of Hong Kong were characters of GBK that are as rare, without a word.
TEST(PointGamesTest, CharactersThatAreRareInBothLeaveTheirEncodingInDoubt) {
  const std::string from = "(;GM[4]SZ[15]PB[", to = "];B[hh])";
  const auto doubtful = GameReader::open(from + "\x8A\xB7\x9D\xF6\x9D\xEF" + to);
  ASSERT_TRUE(doubtful);
  ASSERT_THAT(doubtful->notes(), SizeIs(1));
  EXPECT_EQ(doubtful->notes()[0].message, "the text is read as gb18030, but may be big5");
  // 镕, rare alone, in 朱镕基.
  EXPECT_THAT(GameReader::open(from + "\xD6\xEC\xE9\x46\xBB\xF9" + to)->notes(), IsEmpty());
}

TEST(PointGamesTest, XmlLeavesNoDoubtOfItsEncoding) {
  const std::string declared = "<?xml version=\"1.0\" encoding=\"GB2312\"?><x>", korean = "\xC8\xE6\xBD\xC2",
                    kana = "\xA4\xCA\xA4\xAB\xA4\xE0";
  EXPECT_EQ(other_encoding(korean, Encoding::gb18030), Encoding::euc_kr);
  EXPECT_EQ(other_encoding(declared + korean, Encoding::gb18030), std::nullopt);
  EXPECT_TRUE(may_be_euc_jp(kana));
  EXPECT_FALSE(may_be_euc_jp("\xA4\xCA] \xA4\xAB] \xA4\xE0")) << "as Big5 has them in names";
  EXPECT_FALSE(may_be_euc_jp(declared + kana));
}

// Names and comments of Japan were rare Chinese characters, without a word.
TEST(PointGamesTest, KanaLeaveTheirEncodingInDoubt) {
  const std::string from = "(;GM[4]SZ[15]PB[", to = "];B[hh])";
  const std::string kana = "\xA4\xCA\xA4\xAB\xA4\xE0\xA4\xE9", no = "\xA4\xCE";  // なかむら, の
  const auto doubtful = GameReader::open(from + kana + "\xCC\xD0" + to);
  ASSERT_TRUE(doubtful);
  ASSERT_THAT(doubtful->notes(), SizeIs(1));
  EXPECT_THAT(doubtful->notes()[0].message, HasSubstr("but may be EUC-JP: save it as UTF-8"));
  // 风の云の龙の of China, and some kana among many other characters.
  std::string many = kana.substr(0, 6);
  for (int i = 0; i < 30; ++i) many += "\xBA\xFA";
  for (const std::string& name : {"\xB7\xE7" + no + "\xD4\xC6" + no + "\xC1\xFA" + no, many})
    for (const BadText& note : GameReader::open(from + name + to)->notes())
      EXPECT_THAT(note.message, testing::Not(HasSubstr("EUC-JP"))) << name;
}

// A letter took the bracket behind it for its second byte: the comment ended behind the next moves.
TEST(PointGamesTest, ACharacterDoesNotSwallowTheEndOfAValue) {
  // ä alone, half of 好, and 許 and （ of Big5, whose second bytes are a backslash and a bracket.
  for (const char* file :
       {"(;GM[4]SZ[15]PB[a];B[hh]C[\xE4];W[ii])", "(;GM[4]SZ[15];B[hh]C[\xBA\xC3\xBA]\n;W[ii])",
        "(;GM[4]SZ[15];B[hh];W[ii]C[\xBA\xC3\xBA])"}) {
    const auto reader = GameReader::open(file);
    ASSERT_TRUE(reader) << file;
    EXPECT_THAT(reader->read(0)->game.moves, ElementsAre("h8", "i7")) << file;
    EXPECT_THAT(reader->notes(), SizeIs(1)) << file;
  }
  EXPECT_EQ(game_of("(;GM[4]SZ[15]PB[\xB3\\\xA5\\\xBB\\\xA1]\xA4\xA4\xA1^];B[hh];W[ii])").game.names[0],
            "許功蓋（中）");
}

TEST(PointGamesTest, OneCharacterNeedsTheWordOfItsFile) {
  const std::string rest = "]PB[" + std::string(kShigeru) + "];B[hh])";
  EXPECT_EQ(game_of("(;GM[4]CA[Shift_JIS" + rest).game.names[0], "茂");
  EXPECT_NE(game_of("(;GM[4]CA[UTF-8" + rest).game.names[0], "茂");
  EXPECT_EQ(game_of("(;GM[4]CA[Big5]PB[\xB3\\];B[hh])").game.names[0], "許");
  // 吕钦 in GBK, whatever the file says.
  for (const char* told : {"Shift_JIS", "Big5"})
    EXPECT_EQ(game_of("(;GM[4]CA[" + std::string(told) + "]PB[\xC2\xC0\xC7\xD5];B[hh])").game.names[0],
              "吕钦")
        << told;
}

}  // namespace
}  // namespace server
