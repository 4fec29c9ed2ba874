#include "server/formats/game_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/games/registry.h"
#include "server/formats/add_game.h"
#include "server/formats/archive.h"
#include "server/formats/binary_file.h"
#include "server/formats/ccbridge2.h"
#include "server/formats/game_file.h"
#include "server/formats/other_files.h"
#include "server/formats/pgn_points.h"
#include "server/formats/rif.h"

namespace server {

using Text = std::string_view;

/// Of a file, a game.
struct GamePiece {
  std::size_t at, size;
  int line;  ///< Where it begins; 0: in no text.
};

/// A file as far as it is understood without its games.
struct FileGames {
  std::string data{};  ///< Bytes, or UTF-8.
  std::string format{}, game{};
  std::optional<Encoding> encoding{};
  bool is_binary = false;
  bool is_game_told = false;        ///< By the caller.
  std::vector<GamePiece> pieces{};  ///< Of `data`, a game each.
  FileTables tables{};

  Text text(std::size_t number) const { return Text(data).substr(pieces[number].at, pieces[number].size); }
  std::size_t at(Text part) const { return static_cast<std::size_t>(part.data() - data.data()); }
};

/// What opening a file, or all files of an archive together, may still take.
struct OpenBudget {
  explicit OpenBudget(std::size_t most) : bytes(most), moves(most / kBytesOfMove) {}

  void take_moves(std::size_t played) { moves -= std::min(played, moves); }

  static constexpr std::size_t kBytesOfMove = 400;  ///< 170,000 moves, some 2 s, for 64 MiB.
  std::size_t bytes;                                ///< Unpacked.
  std::size_t moves;                                ///< Played to find out how a file is written.
};

namespace {

constexpr std::size_t kMostNotesOfFile = 100;
/// What shows how a file is written: so many of its games, none longer than so.
constexpr std::size_t kTrialGames = 16, kTrialLength = 8 << 10;

int lines_in(Text text) {
  return static_cast<int>(std::ranges::count(text, '\n'));
}

Text stripped(Text text) {
  const std::size_t from = std::min(text.find_first_not_of(" \n\t"), text.size());
  return text.substr(from, text.find_last_not_of(" \n\t") + 1 - from);
}

/// The games of a text, and a note for whatever stands between them.
class Splitter {
 public:
  Splitter(FileGames& file, std::vector<BadText>& notes) : file_(file), notes_(notes) {}

  void split() {
    // The pieces come in order and do not overlap, so line numbers are counted once over the whole file.
    for (const Text text : split_games(file_.data, file_.format)) {
      skip_to(file_.at(text));
      file_.pieces.push_back({at_, text.size(), line_});
      line_ += lines_in(text);
      at_ += text.size();
    }
    skip_to(file_.data.size());
  }

 private:
  void skip_to(std::size_t at) {
    const Text between = Text(file_.data).substr(at_, at - at_);
    const Text words = stripped(between);
    // Numbers before games of GGF count them; tables stand around games of RIF, brackets around those of
    // JSON.
    const bool is_frame = !file_.tables.empty() || (file_.format == "json" && words.find('"') == words.npos);
    if (!is_frame && words.find_first_not_of("0123456789 \n\t") != words.npos &&
        notes_.size() < kMostNotesOfFile) {
      const int line = line_ + lines_in(between.substr(0, between.find(words)));
      notes_.push_back(bad_text(line, "words", fmt::format("these words are of no game: {}", words)).error);
    }
    line_ += lines_in(between);
    at_ = at;
  }

  FileGames& file_;
  std::vector<BadText>& notes_;
  std::size_t at_ = 0;
  int line_ = 1;
};

constexpr Text kMovesOfPawns = "these may be moves of pawns in chess: say which game it is";

/// Moves that were taken for Gomoku, because nothing names their game, though pawns of chess make them.
bool may_be_guessed_pawns(const TreeGame& game) {
  const bool is_guess = std::ranges::find(game.notes, "untold_game", &BadText::reason) != game.notes.end();
  return is_guess && game.game.game == "gomoku" && are_moves_of_pawns(game.tree);
}

ReadTree parsed(const FileGames& file, std::size_t number) {
  const Text text = file.text(number);
  if (text.size() > GameReader::kLongestGame) return bad_text(0, "too_long", "the game is longer than 4 MiB");
  if (file.is_binary) return read_binary(file.format, text, file.encoding);
  const int line = file.pieces[number].line;
  ReadTree tree = parse_game(text, file.format, file.game, line, file.tables);
  if (tree && !file.is_game_told && may_be_guessed_pawns(*tree))
    return bad_text(line, "unknown_game", kMovesOfPawns);
  return tree;
}

/// Moves that are legal of a game, all of its lines together; whether all of its main line is. None where no
/// more may be played.
struct Legal {
  std::size_t moves = 0;
  bool is_whole = false;
  const Dialect* dialect = nullptr;
};

Legal legal_of(const FileGames& file, std::size_t number, OpenBudget& budget) {
  if (budget.moves == 0) return {};
  auto tree = parsed(file, number);
  const auto game = tree ? play_tree(*std::move(tree)) : tree;
  if (!game) return {};
  // Notes count as well: finding the sentence for a mistake costs more than a move.
  budget.take_moves(game->tree.size() + game->notes.size() + game->more_notes);
  return {game->tree.size() - 1, !game->broken, game->dialect};
}

/// The numbers of some games that are short enough, from all parts of a file.
std::vector<std::size_t> trial_games(const FileGames& file) {
  std::vector<std::size_t> numbers;
  // Spread over the file: joined files may change their way of writing.
  const std::size_t step = std::max<std::size_t>(1, file.pieces.size() / kTrialGames);
  for (std::size_t i = 0; i < file.pieces.size() && numbers.size() < kTrialGames; i += step)
    if (file.pieces[i].size <= kTrialLength) numbers.push_back(i);
  // All are long: one must do, and the budget bounds what it costs.
  if (numbers.empty() && !file.pieces.empty()) numbers.push_back(0);
  return numbers;
}

/// Legal moves of some games: what tells one encoding, or game, from another.
std::size_t count_legal(const FileGames& file, OpenBudget& budget) {
  std::size_t sum = 0;
  for (const std::size_t number : trial_games(file)) sum += legal_of(file, number, budget).moves;
  return sum;
}

/// In which most of some games are legal; null if none of them is, or where there is one game to judge by.
const Dialect* dialect_of(const FileGames& file, OpenBudget& budget) {
  // Binary moves are exact and know no dialects. A file of one game would only be played twice: play_tree()
  // judges it alone.
  if (file.is_binary || file.pieces.size() == 1) return nullptr;
  std::vector<const Dialect*> found;
  for (const std::size_t number : trial_games(file))
    if (const Legal legal = legal_of(file, number, budget); legal.is_whole && legal.moves > 0)
      found.push_back(legal.dialect);
  const auto times = [&](const Dialect* dialect) { return std::ranges::count(found, dialect); };
  const auto most = std::ranges::max_element(found, {}, times);
  return most == found.end() ? nullptr : *most;
}

/// A text in one of the encodings that it may have.
engine::Expected<FileGames, BadText> as_text(Text bytes, Encoding encoding, const ReadChoice& choice,
                                             std::vector<BadText>& notes) {
  auto text = to_utf8(bytes, encoding, notes);
  if (!text) return engine::Unexpected(text.error());
  FileGames file{.data = *std::move(text), .encoding = encoding};
  // A caller that names the format knows better than a guess.
  if (auto bad = find_other_text(file.data); bad && choice.format.empty())
    return engine::Unexpected(*std::move(bad));
  file.format = choice.format.empty() ? std::string(detect_format(file.data)) : choice.format;
  file.game = choice.game;
  file.is_game_told = !choice.game.empty();
  file.tables = read_tables(file.data, file.format);
  if (file.tables.size() >= kMostRifRows)
    notes.push_back(bad_text(0, "too_long", "the tables have too many rows: the rest is left out").error);
  Splitter(file, notes).split();
  return file;
}

/// Beginnings of the file, up to the end of a line, by which its encoding is judged.
Text sample_of(Text bytes) {
  constexpr std::size_t kSample = 64 << 10;
  if (bytes.size() <= kSample) return bytes;
  const std::size_t end = bytes.rfind('\n', kSample);
  return bytes.substr(0, end == Text::npos ? kSample : end + 1);
}

/// Without those in which far more of the text cannot be read than in another: brackets that such a reading
/// swallows break a game into several, and each of them counts.
std::vector<Encoding> readable_of(std::vector<Encoding> likely, Text sample) {
  constexpr std::size_t kTimes = 10;
  std::vector<std::size_t> unread;
  for (const Encoding encoding : likely) {
    const std::string text = decode_text(sample, encoding);
    std::size_t times = 0;
    for (std::size_t at = text.find("\uFFFD"); at != text.npos; at = text.find("\uFFFD", at + 1)) ++times;
    unread.push_back(times);
  }
  const std::size_t most = kTimes * (std::ranges::min(unread) + 1);
  std::size_t number = 0;
  std::erase_if(likely, [&](Encoding) { return unread[number++] > most; });
  return likely;
}

/// The encoding under which most moves are legal, of those that the bytes may be in.
Encoding judge_encoding(Text bytes, const ReadChoice& choice, OpenBudget& budget) {
  auto likely = likely_encodings(bytes);
  if (likely.size() > 1) likely = readable_of(std::move(likely), sample_of(bytes));
  Encoding best = likely.front();
  std::size_t most = 0;
  for (const Encoding encoding : likely) {
    if (likely.size() == 1) break;
    std::vector<BadText> ignored;
    const auto file = as_text(sample_of(bytes), encoding, choice, ignored);
    const std::size_t legal = file ? count_legal(*file, budget) : 0;
    // Equal counts leave the likelier one, which comes first.
    if (legal > most) best = encoding;
    most = std::max(most, legal);
  }
  return best;
}

/// Whether a game was found for mere moves: of those of the format one in which all of a game is legal, since
/// in a list any may have a mistake; where one is told, that one if it has legal moves.
bool take_game_of_moves(FileGames& file, Text told, OpenBudget& budget) {
  for (const Text game : games_of_format(file.format)) {
    if (!told.empty() && game != told) continue;
    file.game = game;
    for (const std::size_t number : trial_games(file)) {
      const Legal legal = legal_of(file, number, budget);
      if ((legal.is_whole || !told.empty()) && legal.moves > 0) return true;
    }
  }
  return false;
}

/// "1. f5 d6 2. c3": what was taken for PGN may be moves of another game.
bool take_as_transcript(FileGames& file, Text told, OpenBudget& budget) {
  if (budget.moves == 0) return false;
  FileGames other{.data = file.data, .format = "transcript", .encoding = file.encoding};
  other.pieces.push_back({0, other.data.size(), 1});
  if (!take_game_of_moves(other, told, budget)) return false;
  file = std::move(other);
  return true;
}

/// PGN may be of other games than its format, which it finds out itself.
bool is_pgn_of_game(FileGames& file) {
  if (file.format != "pgn") return false;
  const std::string game = std::exchange(file.game, std::string(games_of_format("pgn").front()));
  const auto tree = parsed(file, 0);
  if (tree && tree->game.game == game) return true;
  file.game = game;
  return false;
}

/// "Che3 Hg8": without a number or a dot moves look like a transcript, which has no letters of pieces.
bool take_as_pgn(FileGames& file, OpenBudget& budget) {
  const bool may_be = file.data.size() <= kTrialLength && (file.game.empty() || file.game == "xiangqi");
  if (budget.moves == 0 || !may_be) return false;
  FileGames other{.data = file.data, .format = "pgn", .game = "xiangqi", .encoding = file.encoding};
  other.pieces.push_back({0, other.data.size(), 1});
  const Legal legal = legal_of(other, 0, budget);
  if (!legal.is_whole || legal.moves == 0) return false;
  file = std::move(other);
  return true;
}

/// Sets the game of a file that has told its format, or refuses it.
std::optional<BadText> judge_game(FileGames& file, bool is_told, OpenBudget& budget) {
  const auto games = games_of_format(file.format);
  const auto bad = [](Text message) { return bad_text(0, "unknown_format", message).error; };
  if (games.empty()) return bad(fmt::format("there is no format {}", file.format));
  if (games.size() == 1 && games.front().empty()) return std::nullopt;  // Each document says which.
  if (!file.game.empty()) {
    const bool is_transcript = !is_told && file.format == "transcript";
    if (is_transcript && !legal_of(file, 0, budget).is_whole) take_as_pgn(file, budget);
    if (std::ranges::find(games, file.game) != games.end() || is_pgn_of_game(file)) return std::nullopt;
    const std::string told = file.game;
    if (!is_told && file.format == "pgn" && take_as_transcript(file, told, budget)) return std::nullopt;
    return bad(fmt::format("there is no format {} of such a game", file.format));
  }
  if (games.size() == 1) {
    file.game = games.front();
    // Without any tag, "1. f5 d6" may be moves of any game.
    const bool is_loose = !is_told && file.format == "pgn" && Text(file.data).find('[') == Text::npos;
    if (is_loose && !legal_of(file, 0, budget).is_whole) take_as_transcript(file, "", budget);
    return std::nullopt;
  }
  if (take_game_of_moves(file, "", budget)) return std::nullopt;
  if (!is_told) {
    file.game.clear();
    if (take_as_pgn(file, budget)) return std::nullopt;
  }
  if (budget.moves == 0)
    return bad_text(0, "unknown_game", "there is too much to try here: say which game it is").error;
  return bad_text(0, "unknown_game", "these are moves of none of our games: say which game it is").error;
}

/// Where nothing but names and comments tells it: a guess that may err.
bool is_guessed_by_letters(Encoding encoding) {
  return encoding == Encoding::windows1250 || encoding == Encoding::windows1251 ||
         encoding == Encoding::windows1252 || encoding == Encoding::shift_jis || encoding == Encoding::euc_kr;
}

/// 1. d4 d5: mere moves, of no game that is told, with which a game of chess may begin as well.
bool may_be_of_chess(const FileGames& file) {
  const bool is_mere = file.format == "transcript" || file.format == "pgn";
  if (!is_mere || file.game == "antireversi" || Text(file.data).find('[') != Text::npos) return false;
  const auto tree = parsed(file, 0);
  return tree && are_moves_of_pawns(tree->tree);
}

/// Takes the bytes, in which the games were found.
FileGames open_binary(std::string& bytes, const BinaryFile& found, const ReadChoice& choice) {
  FileGames file{.format = std::string(found.format), .encoding = choice.encoding, .is_binary = true};
  for (const Text game : found.games)
    file.pieces.push_back({static_cast<std::size_t>(game.data() - bytes.data()), game.size(), 0});
  file.data = std::move(bytes);
  return file;
}

engine::Expected<FileGames, BadText> open_text(Text bytes, const ReadChoice& choice,
                                               std::vector<BadText>& notes, OpenBudget& budget) {
  const Encoding encoding = choice.encoding ? *choice.encoding : judge_encoding(bytes, choice, budget);
  auto file = as_text(bytes, encoding, choice, notes);
  if (!file) return file;
  if (!choice.encoding && is_guessed_by_letters(encoding))
    notes.push_back(bad_text(0, "alphabet", fmt::format("the text is read as {}", word_of(encoding))).error);
  if (const auto other = choice.encoding ? std::nullopt : other_encoding(bytes, encoding))
    notes.push_back(
        bad_text(0, "alphabet",
                 fmt::format("the text is read as {}, but may be {}", word_of(encoding), word_of(*other)))
            .error);
  const bool is_chinese = encoding == Encoding::gb18030 || encoding == Encoding::big5;
  if (!choice.encoding && is_chinese && may_be_euc_jp(bytes))
    notes.push_back(bad_text(0, "alphabet",
                             fmt::format("the text is read as {}, but may be EUC-JP: save it as UTF-8",
                                         word_of(encoding)))
                        .error);
  if (stripped(file->data).empty() && choice.game.empty()) return bad_text(1, "syntax", "there is no game");
  if (auto bad = judge_game(*file, !choice.format.empty(), budget))
    return engine::Unexpected(*std::move(bad));
  if (choice.game.empty() && file->game == "gomoku" && are_pairs_of_points(file->data))
    return bad_text(0, "unknown_game",
                    "each move has two squares, which is legal in none of our games: say which game it is");
  if (choice.game.empty() && may_be_of_chess(*file)) return bad_text(0, "unknown_game", kMovesOfPawns);
  // Most of such lists are of normal Reversi, in which the same moves are legal.
  if (choice.game.empty() && file->format == "transcript" && file->game == "antireversi")
    notes.push_back(
        bad_text(0, "untold_game", "the moves do not name their game: they are read as anti-Reversi").error);
  return file;
}

engine::Expected<FileGames, BadText> open_file(std::string bytes, const ReadChoice& choice,
                                               std::vector<BadText>& notes, OpenBudget& budget) {
  if (is_packed_cbl(bytes)) {
    auto plain = unpack_cbl(bytes, budget.bytes);
    if (!plain) return engine::Unexpected(plain.error());
    budget.bytes -= std::min(plain->size(), budget.bytes);
    bytes = *std::move(plain);
  }
  const auto binary = find_binary(bytes);
  if (!binary) return engine::Unexpected(binary.error());
  if (!*binary) return open_text(bytes, choice, notes, budget);
  if (!choice.game.empty() && choice.game != (*binary)->game)
    return bad_text(0, "unknown_game", fmt::format("this is a file of {}", (*binary)->game));
  notes.insert(notes.end(), (*binary)->notes.begin(), (*binary)->notes.end());
  return open_binary(bytes, **binary, choice);
}

/// What systems put into archives beside the files of people; of macOS as large a second file for each.
bool is_of_system(Text name) {
  const Text last = name.substr(name.rfind('/') + 1);
  return name.starts_with("__MACOSX/") || last.starts_with("._") || last == ".DS_Store" ||
         last == "Thumbs.db" || last == "desktop.ini";
}

/// Word's, Excel's and those of OpenDocument are archives.
bool is_of_document(Text name) {
  return name == "[Content_Types].xml" || name == "mimetype";
}

/// Names in archives are in UTF-8, or as old programs of China wrote them.
std::string name_of_zipped(Text name) {
  return clean_name(decode_text(name, guess_encoding(name)));
}

}  // namespace

struct GameReader::File {
  std::string name{};
  FileGames games{};
  std::size_t first = 0;  ///< Games of the files before it.
  const Dialect* dialect = nullptr;
};

GameReader::GameReader() = default;
GameReader::GameReader(GameReader&&) noexcept = default;
GameReader& GameReader::operator=(GameReader&&) noexcept = default;
GameReader::~GameReader() = default;

engine::Expected<GameReader, BadText> GameReader::open(std::string bytes, const ReadChoice& choice,
                                                       std::size_t most) {
  if (bytes.size() > kMostBytes) return bad_text(0, "too_long", "the file is longer than 64 MiB");
  GameReader reader;
  OpenBudget budget(most);
  if (is_zip(bytes)) {
    if (auto bad = reader.open_archive(bytes, choice, budget)) return engine::Unexpected(*std::move(bad));
    return reader;
  }
  if (auto bad = reader.add({}, std::move(bytes), choice, budget)) return engine::Unexpected(*std::move(bad));
  return reader;
}

bool GameReader::is_packed(std::string_view bytes) {
  return is_zip(bytes) || is_packed_cbl(bytes);
}

std::optional<BadText> GameReader::open_archive(std::string_view bytes, const ReadChoice& choice,
                                                OpenBudget& budget) {
  std::optional<BadText> first;
  std::size_t bad_files = 0, locked = 0, of_system = 0;
  bool is_document = false;
  const auto take = [&](Text written, engine::Expected<std::string, BadText> content) {
    is_document |= is_of_document(written);
    if (is_of_system(written)) {
      ++of_system;
      return;
    }
    const std::string name = name_of_zipped(written);
    auto bad = content ? add(name, *std::move(content), choice, budget) : std::optional(content.error());
    if (!bad) return;
    if (!first) first = bad;
    ++bad_files;
    locked += bad->reason == "encrypted";
    note(bad->line, bad->reason, fmt::format("{}: {}", name, bad->message));
  };
  if (auto bad = unzip(bytes, {.files = kMostFiles, .bytes = budget.bytes}, take)) return bad;
  if (of_system > 0)
    note(0, "system", fmt::format("{} files that an operating system added are left out", of_system));
  if (games_ > 0) return std::nullopt;
  if (is_document) return bad_text(0, "no_games", "this is a document of an office program, no game").error;
  if (files_.empty() && bad_files == 1) return first;
  if (locked > 0 && locked == bad_files)
    return bad_text(0, "encrypted", "the files of this archive are locked by a password").error;
  return bad_text(0, "no_games", "no file of this archive is a game").error;
}

std::optional<BadText> GameReader::add(std::string name, std::string bytes, const ReadChoice& choice,
                                       OpenBudget& budget) {
  if (is_zip(bytes)) return bad_text(0, "archive", "this is an archive in an archive").error;
  std::vector<BadText> notes;
  auto games = open_file(std::move(bytes), choice, notes, budget);
  if (!games) return games.error();
  if (games_ + games->pieces.size() > kMostGames)
    return bad_text(0, "too_long", fmt::format("there are more than {} games", kMostGames)).error;
  for (const BadText& each : notes)
    note(each.line, each.reason, name.empty() ? each.message : fmt::format("{}: {}", name, each.message));
  auto file = std::make_unique<File>(std::move(name), *std::move(games), games_);
  file->dialect = dialect_of(file->games, budget);
  games_ += file->games.pieces.size();
  files_.push_back(std::move(file));
  return std::nullopt;
}

/// The message has its line already.
void GameReader::note(int line, std::string reason, std::string message) {
  if (notes_.size() < kMostNotesOfFile)
    return notes_.push_back({line, std::move(reason), std::move(message)});
  if (notes_.size() > kMostNotesOfFile) return;
  notes_.push_back({0, "more_notes", "there are more notes than are told"});
}

std::pair<const GameReader::File*, std::size_t> GameReader::find(std::size_t game) const {
  // Files in the order of their first game: the one before the first that begins later.
  const auto after = std::ranges::upper_bound(files_, game, {}, [](const auto& file) { return file->first; });
  const File& file = **std::prev(after);
  return {&file, game - file.first};
}

std::string_view GameReader::format(std::size_t game) const {
  return find(game).first->games.format;
}

Encoding GameReader::encoding(std::size_t game) const {
  return find(game).first->games.encoding.value_or(Encoding::utf8);
}

std::size_t GameReader::bytes(std::size_t game) const {
  const auto [file, number] = find(game);
  return file->games.pieces[number].size;
}

std::string_view GameReader::file_name(std::size_t game) const {
  return find(game).first->name;
}

ReadTree GameReader::header(std::size_t game) const {
  const auto [file, number] = find(game);
  return parsed(file->games, number);
}

ReadTree GameReader::read(std::size_t game) const {
  const auto [file, number] = find(game);
  auto tree = parsed(file->games, number);
  if (!tree) return tree;
  ReadTree played = play_tree(*std::move(tree), file->dialect);
  // Points of which none make a legal move mean something else.
  const bool is_nothing = played && played->broken && played->tree.size() == 1;
  if (is_nothing && file->games.is_binary) return engine::Unexpected(*std::move(played->broken));
  return played;
}

std::vector<std::string_view> read_formats() {
  std::vector<std::string_view> words = text_formats();
  const auto binary = binary_formats();
  words.insert(words.end(), binary.begin(), binary.end());
  return words;
}

}  // namespace server
