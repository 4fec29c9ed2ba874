#pragma once

#include <string>

#include "storage/time.h"

/// What people found fault with in what others said.
namespace storage {

/// A reported line of a game's chat, or a club with what it said; kept until SweepRecords takes it, of a club
/// no longer than that, and in one report until that is decided. Names are kept as they were said: an account
/// may have another later, and a guest may be forgotten.
struct Report {
  std::string game;  ///< Game::id, or Club::id
  std::string room;  ///< Its readers: "players" or "all"; "club": it is no line.
  std::string text;
  Millis said = 0;           ///< No two lines of a game were said at the same moment.
  std::string accused;       ///< User::id; of a club its owner.
  std::string accused_name;  ///< As the line bore it.
  std::string reporter;      ///< User::id
  std::string reporter_name;
  Millis reported = 0;
  std::string around{};    ///< What was said before and after it, in words of the server.
  Millis decided = 0;      ///< By a moderator; 0: not yet.
  std::string decision{};  ///< ModerationLine::act
  bool operator==(const Report&) const = default;
};

}  // namespace storage
