#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/formats/encoding.h"
#include "server/formats/game_tree.h"

/// The one way into files of games: GameReader finds out what a file is and reads its games.
///
///      auto reader = GameReader::open(bytes, {.format = "", .game = "xiangqi"});
///      if (!reader) return reader.error().message;
///      for (std::size_t i = 0; i < reader->games(); ++i)
///        if (const ReadTree game = reader->read(i)) keep(*game);
namespace server {

/// What the file does not tell, or tells wrongly.
/// Of an archive it holds for each of its files.
struct ReadChoice {
  std::string format{};  ///< One of read_formats(); empty: by content.
  std::string game{};    ///< Empty: that of the format, or the first in which the moves are legal.
  /// None: judged by which has more legal moves.
  std::optional<Encoding> encoding{};
};

struct OpenBudget;

/// The games of one file, or of an archive of files: found by open(), read one by one, in any order and as
/// often as is asked for.
///
/// Every byte of a file is either read, or told of by a note: by notes() where it belongs to no game, else by
/// TreeGame::notes of its game.
///
/// Costs. open() looks at each byte a few times, 64 MiB in some two seconds, and plays a few short games, to
/// find out how the file is written: of an archive a few of each file, but of all together no more than some
/// two seconds; then a file is what it most likely is. Kept are the bytes (as UTF-8 where they are text) and
/// 24 bytes a game.
/// A game takes time and memory by its own length, whatever the rest of the file is: header() parses, read()
/// plays it as well, by some microseconds a move. A game of kLongestGame bytes or GameTree::kMostNodes moves
/// takes up to a second and 40 MiB. Thread-safe: several threads may read from one at once.
class GameReader {
 public:
  /// Of a file, and of all files in an archive together, unpacked.
  static constexpr std::size_t kMostBytes = std::size_t{64} << 20;
  static constexpr std::size_t kMostFiles = 10'000;  ///< In an archive.
  /// Bytes of its file; header() and read() of a longer one are errors.
  static constexpr std::size_t kLongestGame = std::size_t{4} << 20;

  /// Refused, in one sentence, where it is not ours, of another game, or holds no game. `most` are the bytes
  /// that may be unpacked; what is played to find out how files are written is bounded by them, too.
  static engine::Expected<GameReader, BadText> open(std::string bytes, const ReadChoice& choice = {},
                                                    std::size_t most = kMostBytes);

  GameReader(GameReader&&) noexcept;
  GameReader& operator=(GameReader&&) noexcept;
  ~GameReader();

  /// An archive, or a library that is packed: open() may find a thousand times its bytes in it. By the first
  /// bytes alone.
  static bool is_packed(std::string_view bytes);

  /// At least 1 after open().
  std::size_t games() const { return games_; }
  /// Of the whole: what stands between the games, files of an archive that are none.
  /// At most 100 and one that says there are more. Lives as long as the reader.
  const std::vector<BadText>& notes() const { return notes_; }

  /// One of read_formats(). Those of an archive may differ.
  std::string_view format(std::size_t game) const;
  /// UTF-8 where the format says how it is encoded.
  /// Of a binary file that was opened without a choice: UTF-8, though its texts are decoded by a guess for
  /// each game.
  Encoding encoding(std::size_t game) const;
  /// What it has of its file.
  std::size_t bytes(std::size_t game) const;
  /// The file of an archive; empty: there is none.
  std::string_view file_name(std::size_t game) const;

  /// What the file says of a game: TreeGame::game without moves, result as told, and tags. Its tree has the
  /// moves as they stand in the file, not played.
  ReadTree header(std::size_t game) const;
  /// The game, played: see play_tree(). `TreeGame::broken` tells of a main line that is legal in part. Of a
  /// binary file an error if no move of any line is legal: its moves are not what they seem.
  /// @pre game < games(), as above
  ReadTree read(std::size_t game) const;

 private:
  struct File;

  GameReader();
  /// Files that are no games become notes; refused where none is one.
  std::optional<BadText> open_archive(std::string_view bytes, const ReadChoice& choice, OpenBudget& budget);
  /// A file with its games; or why not.
  std::optional<BadText> add(std::string name, std::string bytes, const ReadChoice& choice,
                             OpenBudget& budget);
  void note(int line, std::string reason, std::string message);
  /// The file, and the number of the game in it.
  std::pair<const File*, std::size_t> find(std::size_t game) const;

  std::vector<std::unique_ptr<File>> files_;
  std::size_t games_ = 0;
  std::vector<BadText> notes_;
};

/// The words for formats that are read, "pgn" first.
std::vector<std::string_view> read_formats();

}  // namespace server
