#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "storage/time.h"

/// Whom accounts follow and block.
namespace storage {

/// What an account has to do with another one.
struct Relation {
  std::string user;  ///< User::id of the other one,
  std::string name;  ///< and its name.
  std::string kind;  ///< "follow" or "block".
  Millis since = 0;
  bool is_mutual = false;  ///< The other one follows, too,
  bool is_hidden = false;  ///< and does not tell when it is here.
  bool program = false;    ///< User::program of the other one.
  bool operator==(const Relation&) const = default;
};

// ---- writes: see storage::Write ---------------------------------------------------------------------------

/// An account follows another one. Refused when one of the two is closed or none, when they are one, when one
/// of them blocks the other, or when the first follows so many others. Done if it follows already.
struct Follow {
  std::string user;
  std::string other;  ///< User::id
  Millis at = 0;
  int most = 0;
};

/// An account blocks another one: neither follows the other any more. Refused as Follow is, but whatever was
/// between them.
struct Block {
  std::string user;
  std::string other;  ///< User::id
  Millis at = 0;
  int most = 0;
};

/// An account does not follow ("follow") or block ("block") another one any more. Always done.
struct EndRelation {
  std::string user;
  std::string other;  ///< User::id
  std::string kind;
};

/// An account does not tell any more when it is here, or does again. Refused when there is no such account.
struct HidePresence {
  std::string user;
  bool is_hidden = false;
};

// ---- reads ------------------------------------------------------------------------------------------------

/// The part of storage::Reader that reads relations; the same promises.
class RelationReader {
 public:
  virtual ~RelationReader() = default;

  /// Whom a user follows and blocks, newest first: no more than the writes permit.
  virtual std::vector<Relation> relations(std::string_view user) = 0;
  /// "follow", "block" or nothing: what the first has to do with the other.
  virtual std::string relation(std::string_view user, std::string_view other) = 0;
  /// As HidePresence was last.
  virtual bool hides_presence(std::string_view user) = 0;
  /// The ids of those whom a user blocks.
  virtual std::set<std::string> blocked_by(std::string_view user) = 0;
};

}  // namespace storage
