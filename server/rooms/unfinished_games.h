#pragma once

#include <array>
#include <functional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/protocol/messages.h"
#include "storage/record.h"

namespace server {

class GameLog;

/// Id of the user who opened the room: of the only seat with a token, or of none if bots have both seats. Two
/// users who were paired by their seeks have a token each: neither is the host. Empty: no user.
/// Two users paired by seeks each have a token; a game of bots has its creator in RoomOrder::host.
std::string creator_of(const storage::Game& header);

/// The side whose turn it is; -1: neither at the moment.
/// Neither: it has not begun, is paused, or over.
int to_move(const GameLog& log);

/// What people still have to play: games that are not over, by their players. Knows each game that is in
/// memory, and of users who are here also those that are on record alone; no others, so that it is bounded by
/// who is here. Network thread only.
///
/// It answers two questions without a read: what `welcome` lists, and how many games a user may still begin
/// (GameQuota). Of a user who is here but whose list could not be read only the ids are known: they count,
/// and are left out of the list. Every function is a look-up in a table, or one for each game of a user (some
/// twenty).
class UnfinishedGames {
 public:
  /// What a list shows of a game.
  struct Entry {
    std::string id;
    std::string game;
    std::array<protocol::User, 2> players;  ///< By side; an empty id: a bot, or a free seat.
    int to_move = -1;                       ///< Which of them; -1: neither at the moment.
    std::string creator;                    ///< Id of the user who opened the room; empty: none.
    bool has_bot = false;
    bool over = false;
  };
  /// Costs no replay: the log is in memory.
  static Entry entry_of(const GameLog& log);
  /// The same of a record with its last events alone. Whose turn it is the last one says, once both have
  /// acted.
  static Entry entry_of(const storage::Record& end);

  /// Whether a user is here, or a game in memory.
  using Asked = std::function<bool(const std::string& id)>;

  /// Looks at a game in memory that is new or has changed.
  /// Called at each change: in the usual case it sets whose turn it is. A game that is over is removed.
  void note(const GameLog& log);
  /// A game that is on record alone, of a user who is here. One that is known already stays as it is.
  /// One that is over is removed.
  void note(Entry entry);
  /// A game that is not over has left the memory.
  /// Kept for those of its players who are here.
  void retired(const std::string& id, const Asked& is_user_here);

  /// A user comes who has these games on record, none of which is in memory.
  /// Ids alone; note() brings what is known of them.
  void came(const std::string& user, const std::vector<std::string>& games);
  /// The last connection of a user is gone.
  /// Games in memory stay, for the room tells of them.
  void left(const std::string& user, const Asked& is_game_loaded);

  /// Those where it is the user's turn first.
  /// At most as many as the user has; those without an entry are left out.
  std::vector<protocol::PlayingGame> of(const std::string& user) const;
  /// Those that the user opened.
  /// The pointers are good until the next call that changes something.
  std::vector<const Entry*> opened_by(const std::string& user) const;
  /// Also of those whose entry is not known.
  int count(const std::string& user) const;

 private:
  void file(Entry entry);
  void discard(const Entry& entry);
  void drop(const std::string& id, const std::string& user);

  // Every entry is in the set of at least one user, or its game is in memory.
  std::unordered_map<std::string, Entry> entries_;
  std::unordered_map<std::string, std::set<std::string>> games_;  // Of each user who has any.
};

}  // namespace server
