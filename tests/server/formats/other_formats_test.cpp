#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/formats/game_reader.h"
#include "server/formats/rif.h"
#include "tests/server/formats/binary_writers.h"

/// Formats of text that are read and never written, and what is no game of ours.
namespace server {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAre;

GameReader open_as(std::string text, std::string_view format) {
  auto reader = GameReader::open(std::move(text));
  if (!reader) {
    ADD_FAILURE() << reader.error().message;
    return *GameReader::open("h8");
  }
  EXPECT_EQ(reader->format(0), format);
  return *std::move(reader);
}

TreeGame only_game(std::string text, std::string_view format) {
  const GameReader reader = open_as(std::move(text), format);
  EXPECT_EQ(reader.games(), 1U);
  auto game = reader.read(0);
  if (game) return *std::move(game);
  ADD_FAILURE() << game.error().message;
  return {};
}

std::string refusal_of(std::string bytes) {
  const auto reader = GameReader::open(std::move(bytes));
  if (!reader) return reader.error().message;
  ADD_FAILURE() << "was read as " << reader->format(0);
  return {};
}

// ---- WXF -------------------------------------------------------------------------------------------------

TEST(ReadWxfTest, ReadsHeadAndMoves) {
  const TreeGame game = only_game(
      "FORMAT AXF\nEVENT 1999 Cup\nDATE 1999-12-04\nSITE Shanghai\nRED Lu Qin;; 2500\nBLACK Xu\nRESULT 1-0\n"
      "START{\n1. C2=5 {good} H8+7!?\n2. H2.3 R9=8\n}END\n",
      "wxf");
  EXPECT_THAT(game.game.moves, ElementsAre("h2e2", "h9g7"));
  EXPECT_EQ(game.broken->line, 10) << "H2.3 goes sideways";
  EXPECT_THAT(game.game.names, ElementsAre("Lu Qin", "Xu"));
  EXPECT_EQ(game.game.event, "1999 Cup");
  EXPECT_EQ(game.game.result, "first");
  EXPECT_EQ(game.game.at, 944'265'600'000);
  EXPECT_THAT(game.tags, UnorderedElementsAre(std::pair("SITE", "Shanghai"), std::pair("RedTeam", "; 2500")));
  EXPECT_EQ(game.tree[1].comment, "good");
}

TEST(ReadWxfTest, ReadsAllFormsOfMoves) {
  for (const char* text :
       {"START{\nH2-E2 H9-G7 \n 2. G0-I2? D9-E8\n}END", "FORMAT AXF\nSTART{C2=5 N8+7 M3+1 G4+5}END",
        "FORMAT LALG\nSTART{Ch2-e2 Nh9-g7 Mg0-i2 Gd9-e8}END", "FORMAT SALG\nSTART{Che2 Ng7 Mi2 Gde8}END",
        "FORMAT AXF, R(C) C(P) P(S)\nSTART{P2=5 N8+7 M3+1 G4+5}END"}) {
    const TreeGame game = only_game(text, "wxf");
    EXPECT_THAT(game.game.moves, ElementsAre("h2e2", "h9g7", "g0i2", "d9e8")) << text;
  }
}

// Whoever was named had won.
TEST(ReadWxfTest, WhoResignsHasLost) {
  for (const auto& [words, result] :
       {std::pair("Red wins", "first"), std::pair("BLACK", "second"), std::pair("Black resigns", "first"),
        std::pair("red lost on time", "second"), std::pair("Red won on time", "first"),
        std::pair("Draw", "draw"), std::pair("黑胜", "second"), std::pair("adjourned", "")}) {
    const std::string text = "RESULT " + std::string(words) + "\nSTART{H2-E2}END\n";
    EXPECT_EQ(only_game(text, "wxf").game.result, result) << words;
  }
  EXPECT_EQ(only_game("RESULT *\nSTART{H2-E2 1-0}END\n", "wxf").game.result, "first") << "behind the moves";
}

// Signs of a move before the number of the next one were no move, and ended the game.
TEST(ReadWxfTest, SignsMayStandBeforeANumber) {
  const TreeGame game = only_game("FORMAT WXF\nSTART{\n1. C2.5 H8+7 !!2. H2+3 R9.8 ?3. R1.2 }END\n", "wxf");
  EXPECT_FALSE(game.broken);
  EXPECT_THAT(game.game.moves, ElementsAre("h2e2", "h9g7", "h0g2", "i9h9", "i0h0"));
  EXPECT_THAT(game.tree[2].glyphs, ElementsAre(3));
  EXPECT_THAT(game.tree[4].glyphs, ElementsAre(2));
}

TEST(ReadWxfTest, GamesFollowEachOther) {
  EXPECT_EQ(open_as("START{H2-E2}END\nFORMAT ICCS\nSTART{H2-D2}END\n", "wxf").games(), 2U);
}

TEST(ReadWxfTest, APositionMayBeInAnyDialect) {
  const TreeGame game = only_game("FEN 3gk4/9/9/9/9/9/9/9/R8/3K5 r\nSTART{A1-B1}END\n", "wxf");
  EXPECT_FALSE(game.broken);
  EXPECT_TRUE(game.game.start_pos.starts_with("3ak4/9/9/9/9/9/9/9/R8/3K5 w")) << game.game.start_pos;
  EXPECT_THAT(game.game.moves, ElementsAre("a1b1"));
}

// ---- RIF, BDT --------------------------------------------------------------------------------------------

TEST(ReadRifTest, ReadsGamesByTheirTables) {
  const GameReader reader = open_as(
      "<?xml version=\"1.0\"?>\n<database><players><player id=\"1\" name=\"Ando\" surname=\"Meritee\"/>"
      "<player id=\"2\" name=\"Tunnet\" surname=\"Taimla\"/></players>\n"
      "<tournaments><tournament id=\"7\" name=\"WC &amp; co\" year=\"1999\" "
      "start=\"1999-08-01\"/></tournaments>\n"
      "<games>\n<game id=\"5\" tournament=\"7\" round=\"2\" black=\"1\" white=\"2\" bresult=\"1\" "
      "alt=\"a1\">\n"
      "<move>h8 i9 I7</move><info>fine</info></game>\n"
      "<game id=\"6\" tournament=\"7\" black=\"2\" white=\"1\" bresult=\"0.5\"><move>h8 "
      "h8</move></game></games></database>",
      "rif");
  ASSERT_EQ(reader.games(), 2U);
  EXPECT_THAT(reader.notes(), IsEmpty());
  const auto game = reader.read(0);
  ASSERT_TRUE(game);
  EXPECT_EQ(game->game.rule, "renju");
  EXPECT_THAT(game->game.moves, ElementsAre("h8", "i9", "i7"));
  EXPECT_THAT(game->game.names, ElementsAre("Ando Meritee", "Tunnet Taimla"));
  EXPECT_EQ(game->game.event, "WC & co");
  EXPECT_EQ(game->game.at, 933'465'600'000);
  EXPECT_EQ(game->game.result, "first");
  EXPECT_EQ(game->tree[GameTree::kRoot].comment, "fine");
  EXPECT_THAT(game->tags, UnorderedElementsAre(std::pair("Round", "2"), std::pair("Id", "5"),
                                               std::pair("Alternatives", "a1")));
  const auto bad = reader.read(1);
  EXPECT_EQ(bad->broken->line, 7);
  EXPECT_EQ(bad->game.result, "draw");
}

// Four million rows without a name took half a gigabyte.
TEST(ReadRifTest, TablesHaveSoManyRows) {
  std::string text = "<database>";
  for (std::size_t i = 0; i < kMostRifRows + 5; ++i) text += "<player id=\"" + std::to_string(i) + "\"/>";
  text +=
      "<games><game id=\"1\" black=\"1\" white=\"2\" bresult=\"1\"><move>h8</move></game></games></database>";
  EXPECT_EQ(read_rif_tables(text).size(), kMostRifRows);
  const GameReader reader = open_as(text, "rif");
  ASSERT_THAT(reader.notes(), testing::SizeIs(1));
  EXPECT_EQ(reader.notes()[0].reason, "too_long");
}

// Each of its games would copy the whole text.
TEST(ReadRifTest, ATableHoldsNamesNoLongerThanThoseOfGames) {
  const std::string days(10'000, 'x');
  for (const auto& [row, name] :
       read_rif_tables("<database><tournament id=\"1\" name=\"" + days + "\" start=\"" + days + "\"/>"))
    EXPECT_EQ(name.size(), 64U) << row;
}

TEST(ReadBdtTest, ReadsALineEach) {
  const GameReader reader =
      open_as("WC 1999=[Ando,Tunnet,+,88998A,J5,R,a, comment]\n\n=[a,b,=,8888,?,-,]\n", "bdt");
  ASSERT_EQ(reader.games(), 2U);
  const auto game = reader.read(0);
  EXPECT_THAT(game->game.moves, ElementsAre("h8", "i9", "h10"));
  EXPECT_THAT(game->game.names, ElementsAre("Ando", "Tunnet"));
  EXPECT_EQ(game->game.event, "WC 1999");
  EXPECT_EQ(game->game.result, "first");
  EXPECT_THAT(game->tags, ElementsAre(std::pair("Alternatives", "J5"), std::pair("Swap", "R")));
  EXPECT_EQ(game->tree[GameTree::kRoot].comment, "a, comment");
  EXPECT_EQ(reader.read(1)->broken->line, 3);
}

// ---- PFC, DHJHtmlXQ --------------------------------------------------------------------------------------

TEST(ReadPfcTest, ReadsATree) {
  const TreeGame game = only_game(
      "<?xml version=\"1.0\"?><n version=\"2\" "
      "m=\"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\" "
      "c=\"start\">\n<n m=\"h2e2\" c=\"&lt;one&gt;\"><n m=\"h9g7\"/><n m=\"b7e7\"/></n><n m=\"c3c4\"/></n>",
      "pfc");
  EXPECT_THAT(game.game.moves, ElementsAre("h2e2", "h9g7"));
  EXPECT_EQ(game.tree.size(), 5U);
  EXPECT_EQ(game.tree[1].comment, "<one>");
  EXPECT_THAT(game.notes, IsEmpty());
}

TEST(ReadPfcTest, APositionMayBeInAnyDialect) {
  const TreeGame game =
      only_game("<n version=\"2\" m=\"3gk4/9/9/9/9/9/9/9/R8/3K5 r\"><n m=\"a1b1\"/></n>", "pfc");
  EXPECT_FALSE(game.broken);
  EXPECT_THAT(game.game.moves, ElementsAre("a1b1"));
}

// The main line was the first child, whichever its program plays, and of the header nothing was kept.
TEST(ReadPfcTest, TakesTheChosenLineAndWhatStandsInTheHead) {
  const TreeGame game = only_game(
      "<n version=\"2\" red='胡荣华' black=\"&#x674E;\" event=\"五羊杯\" date=\"1982-05\" win=\"红胜\" "
      "ecco=\"C44\" "
      "m=\"\">\n<n m=\"c3c4\"/><n m=\"h2e2\" default=\"true\"><n m=\"b7e7\" c=\"x\"/>"
      "<n default=\"true\" m=\"h9g7\"/></n><n m=\"g3g4\"/></n>",
      "pfc");
  EXPECT_THAT(game.game.moves, ElementsAre("h2e2", "h9g7"));
  EXPECT_EQ(game.tree.size(), 6U);
  EXPECT_THAT(game.game.names, ElementsAre("胡荣华", "李"));
  EXPECT_EQ(game.game.event, "五羊杯");
  EXPECT_EQ(game.game.result, "first");
  EXPECT_THAT(game.tags, ElementsAre(std::pair("Date", "1982-05"), std::pair("ecco", "C44")));
  std::vector<std::string> others;
  for (std::size_t id = 1; id < game.tree.size(); ++id)
    others.push_back(game.tree[static_cast<GameTree::Id>(id)].move.text);
  EXPECT_THAT(others, testing::UnorderedElementsAre("h2e2", "h9g7", "b7e7", "c3c4", "g3g4"));
}

TEST(ReadPfcTest, WhatIsCutOffKeepsWhatStands) {
  const TreeGame game = only_game("<n version=\"2\"><n m=\"h2e2\"><n m=\"h9g7\" c=\"a", "pfc");
  EXPECT_THAT(game.game.moves, ElementsAre("h2e2"));
  ASSERT_THAT(game.notes, SizeIs(1));
  EXPECT_EQ(game.notes[0].reason, "truncated");
}

TEST(ReadDhjTest, GamesFollowEachOther) {
  const std::string opening = "[DHJHtmlXQ]", game = opening + "[DHJHtmlXQ_34]72427967[/DHJHtmlXQ_34]";
  EXPECT_EQ(open_as(game + '\n' + game, "dhj").games(), 2U);
  EXPECT_EQ(open_as(opening + opening + game + opening + game, "dhj").games(), 2U) << "an opening is no game";
}

TEST(ReadDhjTest, CountsRanksFromRed) {
  const TreeGame game = only_game(
      "[DHJHtmlXQ]\n[DHJHtmlXQ_18]Lin[/DHJHtmlXQ_18][DHJHtmlXQ_22]Mei[/DHJHtmlXQ_22][DHJHtmlXQ_28]红胜[/"
      "DHJHtmlXQ_28]"
      "[DHJHtmlXQ_31]"
      "rheakaehr0000000000c00000c0p0p0p0p0p000000000000000000P0P0P0P0P0C00000C0000000000RHEAKAEHR[/"
      "DHJHtmlXQ_31]"
      "[DHJHtmlXQ_32]0[/DHJHtmlXQ_32]\n[DHJHtmlXQ_34]72427967[/DHJHtmlXQ_34][game_comment_1]good[/"
      "DHJHtmlXQ]\n",
      "dhj");
  EXPECT_THAT(game.game.moves, ElementsAre("h2e2", "h9g7"));
  EXPECT_THAT(game.game.names, ElementsAre("Lin", "Mei"));
  EXPECT_EQ(game.game.result, "first");
  EXPECT_EQ(game.game.start_pos, "");
  EXPECT_EQ(game.tree[1].comment, "good");
}

// Only words in tags of PGN were looked at: elsewhere a game with pieces given had the usual start.
TEST(HandicapTest, IsToldOfInEachFormatWithoutAPosition) {
  const std::string
      fen = "FEN rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w\n",
      moves = "START{\nH2-E2 H9-G7\n}END\n",
      dhtmlxq = "[DhtmlXQ_title]红让双马[/DhtmlXQ_title][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]";
  const auto notes_of = [](const std::string& text, std::string_view format) {
    std::vector<std::string> messages;
    for (const BadText& note : only_game(text, format).notes) messages.push_back(note.message);
    return messages;
  };
  constexpr std::string_view kMessage =
      "line 2: pieces are given, but no position is told: the usual one is the start";
  EXPECT_THAT(notes_of("FORMAT ICCS\nEVENT 红让双马\n" + moves, "wxf"), ElementsAre(kMessage));
  EXPECT_THAT(notes_of("FORMAT ICCS\nEVENT 红让左车\n" + fen + moves, "wxf"), IsEmpty());
  EXPECT_THAT(notes_of(fen + "START{\n{让左车} H2-E2 H9-G7\n}END\n", "wxf"), IsEmpty());
  EXPECT_THAT(notes_of(dhtmlxq, "dhtmlxq"), testing::Contains(testing::HasSubstr("pieces are given")));
  EXPECT_THAT(notes_of("<ChineseChessRecord><Head><Name>让马</Name></Head><MoveList><Move value=\"00-00\"/>"
                       "<Move value=\"77-47\" end=\"1\"/></MoveList></ChineseChessRecord>",
                       "cbf"),
              testing::Contains(testing::HasSubstr("pieces are given")));
}

// The board behind the script, whose moves it has, was a second game without any.
TEST(DhtmlxqPagesTest, AScriptMayHaveTheMovesOfTheBoardBehindIt) {
  const std::string moves = "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]",
                    script = "<script>a='" + moves + "'</script>",
                    empty = "[DhtmlXQ_title]a[/DhtmlXQ_title][DhtmlXQ_movelist][/DhtmlXQ_movelist]",
                    board = "[DhtmlXQHTML]" + empty + "[/DhtmlXQHTML]";
  EXPECT_THAT(only_game(script + board, "dhtmlxq").game.moves, ElementsAre("h2e2"));
  EXPECT_THAT(only_game("[DhtmlXQ]" + moves + "[/DhtmlXQ][DhtmlXQHTML][/DhtmlXQHTML]", "dhtmlxq").notes,
              IsEmpty())
      << "the place of a board, which a script fills";
  for (const std::string& two : {script + board + board, "[DhtmlXQ]" + moves + "[/DhtmlXQ]" + board,
                                 moves + "[DhtmlXQ][DhtmlXQ_title]a[/DhtmlXQ_title][/DhtmlXQ]"})
    EXPECT_EQ(open_as(two, "dhtmlxq").games(), 2U) << two;
}

// ---- what is no game of ours -----------------------------------------------------------------------------

TEST(OtherFilesTest, SayWhatTheyAre) {
  const auto binary = [](std::string_view head) { return std::string(head) + std::string(100, '\0'); };
  EXPECT_EQ(refusal_of(binary("SQLite format 3")),
            "this is a database, perhaps an opening book: it holds no games");
  EXPECT_EQ(refusal_of(binary("MXQ")), "this is MXQ, in which no moves can be found");
  EXPECT_EQ(refusal_of(binary("\x89PNG")), "this is a picture, no game");
  EXPECT_EQ(refusal_of("(;GM[1]FF[4]SZ[19];B[dd])"), "this is a game of Go");
  EXPECT_EQ(refusal_of("手合割：平手\n▲７六歩"), "this is a game of Shogi (KIF)");
  EXPECT_EQ(refusal_of("V2.2\nN+a\n"), "this is a game of Shogi (CSA)");
  // Not two names and a move.
  EXPECT_EQ(refusal_of("START 15\nBOARD\n7,7,1\n7,8,2\nDONE\n"),
            "these are messages of Gomocup's protocol: give the game as PSQ");
  EXPECT_EQ(refusal_of(""), "line 1: there is no game");
}

// Two lines and numbers are what .rec begins with: the fields of BOARD were thinking times.
TEST(OtherFilesTest, ALogOfGomocupsProtocolIsNoRecord) {
  for (const char* text :
       {"INFO rule 1\nBOARD\n10,10,1\n10,11,2\n9,11,1\nDONE\n", "OK\nBOARD\n7,7,1\nDONE\n",
        "-> START 20\n<- OK\n-> BOARD\n7,7,1\n", "INFO timeout_turn 1000\r\nINFO rule 0\r\nBEGIN\r\n7,7\r\n",
        "START 15\nOK\nTURN 7,7\n7,8\n", "ABOUT\nname=\"x\"\nRECTSTART 15,15\nOK\n", "\nBOARD\n7,7,1\n"})
    EXPECT_EQ(refusal_of(text), "these are messages of Gomocup's protocol: give the game as PSQ") << text;
  EXPECT_EQ(only_game("START Lin\nINFO Bot v2 x64\n7,7,100\n8,8,100\n-1\n", "psq").game.names[0], "START Lin")
      << "names of players";
  for (const char* words : {"BEGIN", "BOARD", "INFO White begins", "RESTART"})
    EXPECT_THAT(only_game(std::string(words) + "\n1. h2e2 h9g7\n", "pgn").game.moves, SizeIs(2)) << words;
  EXPECT_THAT(only_game("FORMAT ICCS\nINFO final round\nSTART{\nH2-E2 H9-G7\n}END\n", "wxf").game.moves,
              SizeIs(2));
}

// "This is no text" said what they are not.
TEST(OtherFilesTest, PackedFilesFilmsAndDocumentsSayWhatTheyAre) {
  const auto binary = [](std::string_view head) { return std::string(head) + std::string(100, '\0'); };
  EXPECT_EQ(refusal_of(binary("BZh91AY&SY")), "this is packed by bzip2: unpack it, or give it as zip");
  EXPECT_EQ(refusal_of(binary("\xFD"
                              "7zXZ")),
            "this is packed by xz: unpack it, or give it as zip");
  EXPECT_EQ(refusal_of(binary("\x28\xB5\x2F\xFD")), "this is packed by zstd: unpack it, or give it as zip");
  EXPECT_EQ(refusal_of(std::string(3, '\0') + binary("\x18"
                                                     "ftypheic")),
            "this is a picture, a sound or a film, no game");
  for (const char* utf32 : {"utf-32le", "utf-32be"}) {
    const bool is_little = std::string_view(utf32).ends_with("le");
    std::string text(is_little ? std::string("\xFF\xFE\0\0", 4) : std::string("\0\0\xFE\xFF", 4));
    for (const char c : std::string("1. h2e2 h9g7"))
      text += is_little ? std::string(1, c) + std::string(3, '\0') : std::string(3, '\0') + c;
    EXPECT_EQ(refusal_of(text), "this is UTF-32: save it as UTF-8") << utf32;
  }
  EXPECT_EQ(refusal_of("(;GM[4]SZ[15]PB[\x1B$BCfB<LP\x1B(B];B[hh])"),  // 中村茂
            "this is ISO-2022-JP: save it as UTF-8");
  EXPECT_EQ(refusal_of(binary("ID3")), "this is a sound, no game");
  EXPECT_EQ(refusal_of("{\\rtf1\\ansi 1. C2=5}"), "this is a document (RTF), no game");
}

// A document of the same program's older format was one, and this "no file of this archive is a game".
TEST(OtherFilesTest, ADocumentThatIsAnArchiveIsADocument) {
  const std::string word = write_zip({{"[Content_Types].xml", "<?xml version=\"1.0\"?><Types/>"},
                                      {"word/document.xml", "<?xml version=\"1.0\"?><w:document/>"}});
  EXPECT_EQ(refusal_of(word), "this is a document of an office program, no game");
}

// It begins with the byte of the centre, as RenLib's files did before they had a header, and was read as one
// stone and noise.
TEST(OtherFilesTest, APackedFileIsNoLibraryOfOldRenLib) {
  const std::string packed("\x78\x9C\x63\x64\x84\x03\x00\x00\x4D\x00\x0C", 11);
  for (const std::string& bytes : {packed, packed + '\0'})
    EXPECT_EQ(refusal_of(bytes), "this is packed by zlib: unpack it, or give it as zip") << bytes.size();
}

}  // namespace
}  // namespace server
