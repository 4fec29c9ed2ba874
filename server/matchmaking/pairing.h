#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "server/protocol/messages.h"
#include "server/room/presence.h"

namespace server {

struct QuotaTicket;

/// A seek, and the user who seeks.
struct Seeker {
  std::string seek_id;
  ViewerId viewer = 0;  ///< The connection that seeks, and with which the seek ends; 0: it is elsewhere.
  protocol::User user;
  protocol::Seek wish;  ///< With its rule by name.
  std::optional<int> rating;
  TimePoint since;
  SharedBlocked blocked = {};                            ///< Whom the user does not play.
  std::shared_ptr<void> ticket = {};                     ///< Counts among the seeks of its address.
  std::shared_ptr<const QuotaTicket> quota_ticket = {};  ///< For the game that comes of it; elsewhere none.
  bool provisional = false;                              ///< The rating is no more than a guess.
  std::string token = {};                                ///< Of the future seat; of a seek at another server
  std::string token_hash = {};                           ///< only the hash is known.
  std::string network = {};  ///< network_key() of who seeks; empty: not known here.
  bool is_here = true;       ///< The seek is of this server, not of another one.
  enum class State {
    beginning,     ///< It is being written down.
    open,          ///< It may be paired.
    being_seated,  ///< Its user has been paired, and the game is being written down.
    ending,        ///< Its user does not want it any more, and that is being written down.
  };
  State state = State::open;
};

/// Who is to play whom. Pure: seeks come in and go, pairs come out, `now` is an argument.
///
/// Two seeks fit if they are of two users and ask for the same game, rule, opening, time control and rating
/// mode (rated: both of people, or both of programs), if their sides go together, if each rating is within
/// the range that the other accepts, and if neither user blocks the other. Of those that fit the one that is
/// joined by its id is taken; else the nearest in rating, of equals the earliest, and how far these may be
/// apart grows as a seek waits.
///
/// Several servers know all seeks of each other, and agree on which is the later of two: its server seats
/// both, and no other tries.
class Pairing {
 public:
  struct Limits {
    std::size_t of_user = 10;
    std::size_t all = 1'000;
  };
  struct Pair {
    Seeker one, other;
    protocol::SideChoice side_of_one;
  };

  Pairing() : Pairing(Limits()) {}
  explicit Pairing(const Limits& limits) : limits_(limits) {}

  /// Why this user may not seek any more; none: the user may.
  std::optional<protocol::ErrorCode> refuse(const std::string& user) const;
  /// Why this seek, not open yet, does not fit the one that it joins; none: it does, or it joins none.
  std::optional<protocol::Error> refuse_to_join(const Seeker& seeker) const;
  void add(Seeker seeker);
  /// Two seeks whose users should play now, of which the later is of this server; they stay until they are
  /// removed. Looks at all seeks in turn, and takes one from `comparisons` for each two that it compares.
  /// When none is left, the next call goes on from there.
  std::optional<Pair> next(TimePoint now, std::size_t& comparisons);
  /// The same for this one alone, when it has just been opened: it has been compared with none yet.
  std::optional<Pair> next_of(std::string_view seek_id, TimePoint now) const;
  /// Null: it has ended.
  const Seeker* find(std::string_view seek_id) const;
  /// It is written down, and may be found.
  void open(std::string_view seek_id) { put(seek_id, Seeker::State::open); }
  /// It is not to be found, unless it is opened again.
  void close(std::string_view seek_id) { put(seek_id, Seeker::State::ending); }
  /// Whom the user of a seek blocks by now, where that is known of another server.
  void block(std::string_view seek_id, Blocked blocked);
  /// Whether a game is being made for this user; until that is done no seek of the user is paired. The ids of
  /// these seeks.
  std::vector<std::string> seat(std::string_view user, bool is_being_seated);

  /// The connections here on which this user seeks.
  std::set<ViewerId> viewers_of(std::string_view user) const;
  /// The seeks that end.
  std::vector<Seeker> remove_user(std::string_view user);
  std::vector<Seeker> remove_viewer(ViewerId viewer);
  std::vector<Seeker> remove(std::string_view seek_id);

  std::size_t size() const;
  /// The ids of all that are written down.
  std::vector<std::string> written() const;
  /// Those who may be found, at most so many: in turns of their networks, and within these of their users,
  /// newest first. However many one network has, others are listed, too.
  std::vector<protocol::LobbySeek> list(std::size_t most) const;

 private:
  using Pool = std::vector<Seeker>;  // In the order in which they came, of two at once by id.

  void put(std::string_view seek_id, Seeker::State state);
  static std::optional<Pair> pair_last_of(std::span<const Seeker> pool, TimePoint now);
  template <class Test>
  std::vector<Seeker> remove_if(Test test);

  Limits limits_;
  std::map<std::string, Pool> pools_;  // By all that must be equal. None is empty.
  struct {
    std::string pool;
    std::size_t left = 0;  // Of the pool, from its oldest.
  } resume_;               // Where next() goes on; empty: at the beginning.
};

protocol::LobbySeek to_lobby(const Seeker& seeker);

}  // namespace server
