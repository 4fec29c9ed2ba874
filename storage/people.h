#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>

#include "storage/time.h"

/// Plain data of who plays: users, how they prove to be themselves, and how strong they are.
namespace storage {

/// Who plays: a person, or a program that has an account.
struct User {
  std::string id;
  std::string name;
  bool guest = true;  ///< Without a password: only a token makes a guest the same user again.
  Millis created = 0;
  bool program = false;  ///< Of an account, since it was made and for good.
  bool operator==(const User&) const = default;
};

/// What a name is found by, the most exact first; empty ones say nothing. Names that share one look alike.
/// How they are made is the server's to know (server/identity/names.h).
using NameKeys = std::array<std::string, 5>;

/// A user with a password, whose name is this user's alone.
struct Account {
  User user;
  NameKeys names;  ///< No other account has any of them. Written; not read back.
  /// Its hash, as a PHC string ("$argon2id$v=19$m=..."); empty: the account is closed.
  std::string password;
  bool operator==(const Account&) const = default;
};

/// A bearer token of a user: known by its hash only, so that a stolen database opens no account.
/// The same for guests and accounts; `user` is read along.
struct Session {
  std::string token_hash;
  User user;
  std::string client;  ///< Which program it was given to, in that program's own words.
  Millis created = 0;
  Millis seen = 0;  ///< When it was last shown, roughly.
  bool operator==(const Session&) const = default;
};

/// How strong a user is, as Glicko-2 sees it.
struct Standing {
  double rating = 0;
  double deviation = 0;
  double volatility = 0;
  int games = 0;
  Millis updated = 0;  ///< The end of the last of them.
  bool operator==(const Standing&) const = default;
};

/// The standing of a user in one game at one speed.
struct Rating {
  std::string user;
  std::string game;   ///< "xiangqi", ...
  std::string speed;  ///< "blitz", ...
  Standing standing;
  bool operator==(const Rating&) const = default;
};

/// A line of a leaderboard.
struct Ranked {
  std::string name;
  Standing standing;
  bool operator==(const Ranked&) const = default;
};

/// What a game did to the rating of one player.
struct RatingChange {
  double before = 0;
  double after = 0;
  bool operator==(const RatingChange&) const = default;
};

/// A point of a rating's curve.
struct RatingPoint {
  std::string game;  ///< Game::id
  double rating = 0;
  Millis at = 0;
  bool operator==(const RatingPoint&) const = default;
};

/// Finished games of a user.
struct Tally {
  int played = 0;
  int won = 0;
  int lost = 0;
  int drawn = 0;
  bool operator==(const Tally&) const = default;
};

/// Turns the standings of first and second side into those after a game with this result ("first", "second"
/// or "draw") that ended at `at`. Called inside the transaction, on the thread of the store.
/// Must be pure: a transaction that is begun again calls it again.
using RatingFormula = std::function<std::array<Standing, 2>(const std::array<Standing, 2>& before,
                                                            std::string_view result, Millis at)>;

}  // namespace storage
