#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/library/board_pattern.h"
#include "storage/library.h"

namespace server {

/// Where a pattern was found.
struct FoundPattern {
  int collection = 0;
  int number = 0;
  int ply = 0;        ///< The first at which the board is so,
  std::string pos{};  ///< and the position then.
};

/// Plays through the games of collections, last first, and looks for a pattern; some time at a time. One
/// thread at a time.
class PatternSearch {
 public:
  /// Where a search goes on.
  struct Cursor {
    std::size_t collection = 0;  ///< In the order in which they were given.
    int before = 0;              ///< Games with numbers below this; 0: all.
  };

  /// The name of the field that makes no sense instead.
  static engine::Expected<std::unique_ptr<PatternSearch>, std::string> begin(AskedPattern asked, Cursor from,
                                                                             int most);

  /// Goes on until then, or a game longer. True: it has found as many as are wanted, or seen all.
  /// Reads 500 games at a time. @pre it goes on in one of the collections, which are the same each time
  bool look(storage::LibraryReader& library, const std::vector<int>& collections,
            std::chrono::steady_clock::time_point until);
  /// Through the last games of a user alone, private ones too: for no other user to see. Goes on until then,
  /// or a game longer. @pre it goes on in one of storage::kGamesPlayedHere
  void look_at_own_games(storage::LibraryReader& library, std::string_view user,
                         std::chrono::steady_clock::time_point until);

  const std::vector<FoundPattern>& found() const { return found_; }
  /// Games that were looked at, or passed over for what is left on their boards.
  int looked() const { return looked_; }
  /// Where to go on; none: all was seen.
  std::optional<Cursor> next() const { return next_; }

 private:
  PatternSearch(AskedPattern asked, std::unique_ptr<BoardReplay> replay, BoardPattern pattern, Cursor from,
                int most);
  std::vector<storage::PackedGame> read(storage::LibraryReader& library, int collection, int after) const;
  void look_at(int collection, const storage::PackedGame& game);
  bool is_full() const { return static_cast<int>(found_.size()) >= most_; }

  const AskedPattern asked_;
  const std::unique_ptr<BoardReplay> replay_;
  const BoardPattern pattern_;
  const MaterialCode material_;
  const int most_;
  std::optional<Cursor> next_;
  std::vector<FoundPattern> found_;
  int looked_ = 0;
};

}  // namespace server
