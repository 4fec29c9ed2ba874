#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/record.h"
#include "storage/time.h"

/// Games that people own and have not played here: collections of them, what they are imported from, and
/// where positions occur in them. Moves are bytes and positions keys that only the server understands.
namespace storage {

/// Bytes of any value, where texts are UTF-8 without NUL.
struct Bytes {
  std::string data{};
  bool operator==(const Bytes&) const = default;
};

/// Games that were played here stand beside those of collections, so that the same index finds their
/// positions: under numbers that no collection has. Their moves and results are there; what tells of people
/// is in the game's own row, but for ids of users in the place of names, by which a user's own games are
/// found. `site` is Game::id. Positions of private games are in no index.
enum GamesPlayedHere : int { kRatedGames = -1, kCasualGames = -2, kPrivateGames = -3 };
inline constexpr std::array<int, 3> kGamesPlayedHere{kRatedGames, kCasualGames, kPrivateGames};
constexpr bool are_played_here(int collection) {
  return collection < 0;
}

/// Numbers order the index and are small; ids are what leaves the server.
struct Collection {
  int number = 0;       ///< Within the database; set when it is stored.
  std::string id{};     ///< In addresses. Who knows it sees the collection unless it is private.
  std::string owner{};  ///< User::id
  std::string name{};
  std::string visibility{};  ///< "private", "unlisted" or "public".
  Millis created = 0;
  int games = 0;
  std::int64_t bytes = 0;  ///< About what its games take on the disk, their positions included.
  int indexed = 0;         ///< The positions of games up to this number can be found.
  bool operator==(const Collection&) const = default;
};

/// What the collections of one user, or of all, take.
/// Counted from the rows of collections, not from the disk.
struct LibraryUse {
  int collections = 0;
  std::int64_t bytes = 0;
  bool operator==(const LibraryUse&) const = default;
};

/// A game of a collection. Nothing of it ever changes.
struct LibraryGame {
  int number = 0;  ///< 1, 2, 3, ... within the collection, without gaps; set when it is stored.
  std::string game{}, rule{};
  int size = 0;
  std::string start_pos{};  ///< Empty: the usual start.
  std::array<std::string, 2> names{};
  std::array<int, 2> ratings{};  ///< 0: not known.
  std::string event{}, site{}, round{};
  std::string date{};    ///< "2019-05-31", "2019-05-??", "2019-??-??" or empty.
  std::string result{};  ///< "first", "second", "draw"; empty: not known.
  std::string reason{};
  std::string opening_code{};
  int plies = 0;
  Bytes moves{};
  Bytes tree{};  ///< Variations and comments; empty: there are none.
  std::int64_t digest = 0;
  std::int64_t material = 0;  ///< Of the board at its end, in words of the server; 0: not known.
  bool operator==(const LibraryGame&) const = default;
};

/// Games of a collection that are to be played through: those of one kind with numbers between these, but
/// without those that end with more pieces than are wanted, where `(most_material - material) & guards` lacks
/// a guard.
struct PackedQuery {
  int collection = 0;
  int after = 0, before = 0;
  std::string game{}, rule{};
  int size = 0;
  std::int64_t most_material = 0;
  std::int64_t guards = 0;  ///< 0: all are wanted.
};

/// What there is to play.
struct PackedGame {
  int number = 0;
  std::string start_pos{};
  Bytes moves{};
  bool operator==(const PackedGame&) const = default;
};

/// By what a list of games is sorted; then by number. `names` are in the order of their bytes.
enum class LibrarySort { number, date, plies, first_name, second_name };

/// About what it takes on the disk beside what all games take.
std::int64_t bytes_of(const LibraryGame& game);

/// Which games of a collection to list. Empty fields do not filter.
struct LibraryQuery {
  int collection = 0;
  LibrarySort sort = LibrarySort::number;
  bool descending = false;
  std::string player{};   ///< The whole name of one of the players.
  std::string name{};     ///< A part of one of the names, letters in any case.
  std::string event{};    ///< A part of it, likewise.
  std::string result{};   ///< "first", "second", "draw".
  std::string opening{};  ///< How the code begins.
  std::string from{};     ///< Dates from this on: "2019", "2019-05".
  std::string until{};    ///< Dates before this.
  int least_plies = 0;
  std::optional<int> most_plies{};
  /// Of the last game that was seen.
  struct After {
    std::string key;  ///< What the list is sorted by, as text.
    int number = 0;
    bool operator==(const After&) const = default;
  };
  std::optional<After> after{};
  int limit = 50;

  /// Not all games of the collection match.
  bool filters() const;
  /// As GameQuery::matches(): what no index tells is asked of each game here, for both databases.
  bool matches(const LibraryGame& game) const;
  /// The cursor behind this game.
  After position_of(const LibraryGame& game) const;
};

/// Games that a list looks at, at most: a page may be short or empty and not the last.
inline constexpr int kMostLibraryExamined = 5'000;

/// `next`: none on the last page. A page may be shorter than its limit, even empty, and yet not be the last.
struct LibraryPage {
  std::vector<LibraryGame> games{};
  std::optional<LibraryQuery::After> next;
};

/// A game has come to a position.
/// The index of positions: a row for each position of the first plies of a game, the key first.
struct SeenPosition {
  std::int64_t pos = 0;  ///< Its key.
  int game = 0;          ///< LibraryGame::number
  int move = 0;          ///< That it went on with; kNoMoveSeen: it ended there.
  bool operator==(const SeenPosition&) const = default;
};
inline constexpr int kNoMoveSeen = -1;

/// The same with what counts of the game.
struct SeenGame {
  int game = 0;
  int move = 0;
  std::string result{};
  std::string date{};
  std::array<int, 2> ratings{};
  bool operator==(const SeenGame&) const = default;
};

/// How games went on from a position by one move, up to one of them.
struct MoveStats {
  int move = 0;
  int first_wins = 0, draws = 0, second_wins = 0, unknown = 0;
  int rated = 0;             ///< Games of which a rating is known,
  std::int64_t ratings = 0;  ///< and the sum of what the players of each had on average.
  int last_year = 0;         ///< 0: no date is known.
  int upto = 0;              ///< Games after this number are not counted; the same for all moves.
  int games() const { return first_wins + draws + second_wins + unknown; }
  bool operator==(const MoveStats&) const = default;
};

/// A file that is being imported into a collection.
struct LibraryImport {
  std::string id{};
  int collection = 0;
  std::string owner{};     ///< User::id
  std::string file{};      ///< What it is called.
  std::string status{};    ///< "receiving", "waiting" (for a server, which may have begun), "done",
                           ///< "cancelled", "failed" or "full".
  std::int64_t bytes = 0;  ///< Of the file.
  Millis created = 0;
  int next = 0;           ///< Games of the file that have been looked at,
  int bad = 0;            ///< of which so many were none,
  int added = 0;          ///< and so many are in the collection; the others were there.
  std::string choice{};   ///< Which games are wanted, in words of the server.
  std::string notes{};    ///< What is wrong with games, likewise.
  std::string address{};  ///< That pays for what is kept; known while it waits.
  int total = 0;          ///< Games that the file has; 0 until it was opened.
  bool operator==(const LibraryImport&) const = default;
};

// ---- writes: see storage::Write
// -----------------------------------------------------------------------------

/// Refused when the id is known, or the owner has so many collections.
struct CreateCollection {
  Collection collection{};
  int most = 0;
};

/// A new name and visibility. Refused when there is no such collection of this owner.
struct ChangeCollection {
  std::string id{};
  std::string owner{};
  std::string name{};
  std::string visibility{};
};

/// A collection is not seen any more; what it holds goes with SweepLibrary. Refused likewise.
struct RemoveCollection {
  std::string id{};
  std::string owner{};
};

/// What is not needed any more, as LibraryReader::library_debris() finds it.
struct LibraryDebris {
  std::vector<int> orphans{};        ///< Collections of owners that are no more.
  std::vector<std::string> lost{};   ///< Imports that do not go on.
  std::vector<std::string> ended{};  ///< Imports that ended long ago.
  struct Part {
    std::string import{};
    int part = 0;
    bool operator==(const Part&) const = default;
  };
  std::vector<Part> parts{};  ///< Of files of imports that have ended.
  bool operator==(const LibraryDebris&) const = default;
};

/// Removes what was found, unless it is needed again, and of collections that were removed so many rows of
/// each kind at most. Costs as much as that, however much is stored. Refused when there is nothing.
struct SweepLibrary {
  LibraryDebris debris{};
  Millis received_before = 0;  ///< As of the debris.
  int most = 0;
};

/// Refused while another import into the collection has not ended, or its owner has no such collection.
struct BeginImport {
  LibraryImport import{};
};

/// A part of the file, of which each is written once. Refused unless it is being received.
struct KeepPart {
  std::string import{};
  int part = 0;
  Bytes data{};
};

/// All parts are there. Refused unless it was being received.
struct StartImport {
  std::string id{};
  std::string choice{};
  std::string address{};
};

/// The next games of an import. Those that are in the collection already are left out. Refused, as a whole,
/// unless the import waits and is at `from`.
struct AddGames {
  std::string import{};
  int collection = 0;
  int from = 0, next = 0;  ///< LibraryImport::next before and after.
  int total = 0;           ///< LibraryImport::total
  int bad = 0;             ///< Of all until now.
  std::string notes{};
  std::vector<LibraryGame> games{};
  std::int64_t bytes_of_game = 0;  ///< What each takes beside its own fields.
};

/// About what they take on the disk.
std::int64_t bytes_of(const AddGames& add);

/// A game that has ended here.
struct EndedGame {
  Millis ended = 0;
  std::string game{};  ///< Game::id
  bool operator==(const EndedGame&) const = default;
};

/// Games that ended here wait for IndexGames from their end on. Those that had ended before that was so begin
/// to wait by this: the next ones in the order in which games were created. Refused when another server has
/// come further.
struct QueueGames {
  Cursor from{}, to{};  ///< Of the last game that was looked at, before and after.
  std::vector<EndedGame> games{};
};
/// Cursor::created where all have been looked at.
inline constexpr Millis kAllQueued = std::numeric_limits<Millis>::max();

/// Games that wait find their places in the library, or none, and wait no more. A game has one place, however
/// often it has waited. Refused, as a whole, when the first does not wait.
struct IndexGames {
  struct Entry {
    EndedGame of{};
    int collection = 0;  ///< One of kGamesPlayedHere; 0: none.
    LibraryGame game{};  ///< Without names, which are set here.
  };
  std::vector<Entry> games{};
};

/// Refused when it has ended.
struct EndImport {
  std::string id{};
  std::string status{};
};

/// Where games of a collection have been. What is known already stays. Always done.
struct IndexPositions {
  int collection = 0;
  std::vector<SeenPosition> seen{};  ///< Quickest in the order of keys and games.
};

/// All positions of games up to this number are there.
struct MarkIndexed {
  int collection = 0;
  int upto = 0;
};

/// What all games up to MoveStats::upto did in a position. What counts more games stays.
struct FoldPosition {
  int collection = 0;
  std::int64_t pos = 0;
  std::vector<MoveStats> moves{};
};

// ---- reads ------------------------------------------------------------------------------------------------

/// The part of storage::Reader that reads the library; the same promises.
/// Keys of positions, packed moves and digests are numbers and bytes of the server's.
class LibraryReader {
 public:
  virtual ~LibraryReader() = default;

  /// None: there is no such collection, or it was removed.
  virtual std::optional<Collection> collection(std::string_view id) = 0;
  /// All of them: CreateCollection bounds their number.
  virtual std::vector<Collection> collections_of(std::string_view owner) = 0;
  /// Public ones with numbers below this, newest first, at most so many.
  virtual std::vector<Collection> public_collections(int below, int most) = 0;
  /// Of one owner; of all if empty.
  virtual LibraryUse library_use(std::string_view owner) = 0;
  /// The first collection with games that are not indexed, of the next owner after this one, and so around;
  /// of kGamesPlayedHere too, but for private ones. Looks at those alone.
  virtual std::optional<Collection> unindexed_collection(std::string_view after) = 0;

  /// Along an index, and then by LibraryQuery::matches(): looks at kMostLibraryExamined games at most.
  virtual LibraryPage library_games(const LibraryQuery& query) = 0;
  virtual std::optional<LibraryGame> library_game(int collection, int number) = 0;

  /// How many games there are, of kGamesPlayedHere too.
  virtual int games_in(int collection) = 0;
  /// Last first. Looks at all games between the numbers.
  virtual std::vector<PackedGame> packed_games(const PackedQuery& query) = 0;

  /// Of the next so many games; none: all have been looked at.
  virtual std::optional<QueueGames> older_games(int most) = 0;
  /// Games that wait for IndexGames, the first that ended first, at most so many.
  virtual std::vector<EndedGame> ended_games(int most) = 0;
  /// Of kGamesPlayedHere those in which this user had a seat, last first, at most so many.
  virtual std::vector<LibraryGame> last_games_of(int collection, std::string_view user, int most) = 0;

  /// A secret number of this database.
  virtual std::int64_t library_salt() = 0;
  /// In the order of moves; empty: the position has no sums yet.
  virtual std::vector<MoveStats> move_stats(int collection, std::int64_t pos) = 0;
  /// Games after this number that came to a position, in their order, at most so many.
  virtual std::vector<SeenGame> seen_after(int collection, std::int64_t pos, int after, int most) = 0;
  /// The last of them, last first.
  virtual std::vector<SeenGame> seen_last(int collection, std::int64_t pos, int most) = 0;

  virtual std::optional<LibraryImport> library_import(std::string_view id) = 0;
  /// Newest first, at most so many.
  virtual std::vector<LibraryImport> imports_of(std::string_view owner, int most) = 0;
  /// The oldest that waits, of the next owner after this one, and so around.
  virtual std::optional<LibraryImport> waiting_import(std::string_view after) = 0;
  /// Imports that are received count when created before the one, less ten minutes a part, those that have
  /// ended before the other. Each kind at most so many. Looks at all collections and imports.
  virtual LibraryDebris library_debris(Millis received_before, Millis ended_before, int most) = 0;
  /// Of files that are on their way, as they were announced.
  virtual std::int64_t bytes_of_imports() = 0;
  /// How many parts there are.
  virtual int import_parts(std::string_view import) = 0;
  /// None: it is not there.
  virtual std::optional<Bytes> import_part(std::string_view import, int part) = 0;
};

}  // namespace storage
