#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/people.h"
#include "storage/record.h"
#include "storage/time.h"
#include "storage/tournament.h"

/// Clubs of accounts.
namespace storage {

inline constexpr int kMostClubMembers = 1'000;
/// Accounts that wait for the owner's answer, of a club.
inline constexpr int kMostClubRequests = 100;
/// Of which an account is a member, or asks to be one.
inline constexpr int kMostClubsOfUser = 20;
/// Of one owner.
inline constexpr int kMostOwnClubs = 3;

struct Club {
  std::string id;     ///< In addresses.
  std::string owner;  ///< User::id of an account, which is a member, too.
  std::string name;
  std::string description;
  std::string joining;  ///< "open", or "request": the owner admits.
  Millis created = 0;
  std::string owner_name{};  ///< Read, not written.
  int members = 0;           ///< Likewise.
  bool operator==(const Club&) const = default;
};

/// A line in the list of an account's clubs.
struct OwnClub {
  std::string id;
  std::string name;
  int members = 0;
  std::string role;  ///< "owner", "member" or "asked".
  bool operator==(const OwnClub&) const = default;
};

struct ClubMember {
  std::string user;  ///< User::id
  std::string name;
  Millis since = 0;  ///< Of a request: when it was made.
  bool operator==(const ClubMember&) const = default;
};

/// A page of the list of clubs.
struct ClubPage {
  std::vector<Club> clubs;
  /// Where the next page begins: `members` of the last one in Cursor::created. None: this is the last. A
  /// page may be shorter than asked for, even empty, and yet not be the last.
  std::optional<Cursor> next;
  static constexpr int kMostExamined = 5'000;
};

// ---- writes: see storage::Write ---------------------------------------------------------------------------

/// With its owner as the first member. Refused when a club has one of the name's keys, or the id; when the
/// owner is no open account of a person, or has kMostOwnClubs or kMostClubsOfUser.
struct CreateClub {
  Club club;
  NameKeys names;
  std::string keyed_by{};  ///< Which rules made the keys: see KeyClub.
};

/// New name, description and way to join of the club with this id. Refused unless `club.owner` owns it, or
/// when another club has one of the keys of a name that is new.
struct ChangeClub {
  Club club;
  NameKeys names;
  std::string keyed_by{};  ///< As of CreateClub.
};

/// New keys for the name of a club, made by the rules that `keyed_by` names. What another club has stays with
/// that one. Refused when no club has this id and this name.
struct KeyClub {
  std::string club;
  std::string name;
  NameKeys names;
  std::string keyed_by;
};

/// An account becomes a member of an open club, or asks to. Refused when it is one, has asked the closed door
/// already, is no open account of a person, is blocked by the owner, or when it, the members or the requests
/// are as many as may be.
struct JoinClub {
  std::string club;
  std::string user;
  Millis at = 0;
};

/// Refused unless `by` owns the club, the user has asked, and there is a place left.
struct AdmitToClub {
  std::string club;
  std::string by;
  std::string user;
  Millis at = 0;
};

/// A member or a request goes. Refused unless `by` is that user or owns the club; the owner stays.
struct LeaveClub {
  std::string club;
  std::string by;
  std::string user;
};

/// Refused unless `by` owns the club, and the user is another member and owns fewer than kMostOwnClubs. The
/// description goes where a mute, shadow or ban of `by` holds: nothing keeps others from reading it any more.
struct HandOverClub {
  std::string club;
  std::string by;
  std::string user;
  Millis at = 0;
};

/// All of it goes but its tournaments. Refused unless `by` owns it, or while one of those is not over.
struct CloseClub {
  std::string club;
  std::string by;
};

// ---- reads ------------------------------------------------------------------------------------------------

/// The part of storage::Reader that reads clubs; the same promises.
class ClubReader {
 public:
  virtual ~ClubReader() = default;

  /// None: there is no such club.
  virtual std::optional<Club> club(std::string_view id) = 0;
  /// The id of the club that has the first of these keys that any has.
  virtual std::optional<std::string> club_named(const NameKeys& names) = 0;
  /// Whose names have keys of other rules, at most so many.
  virtual std::vector<Club> clubs_keyed_otherwise(std::string_view keyed_by, int most) = 0;
  /// Those of most members first, after this one, at most so many (one at least); none whose owner is banned.
  /// `part` of a name, as its second key has it, looks at ClubPage::kMostExamined; empty: all.
  virtual ClubPage clubs(const Cursor& after, std::string_view part, Millis now, int most) = 0;
  /// Of which an account is a member, or asks to be one, newest first.
  virtual std::vector<OwnClub> clubs_of(std::string_view user) = 0;
  /// "owner", "member", "asked", or nothing.
  virtual std::string club_role(std::string_view club, std::string_view user) = 0;
  /// Those who came after this one (`since` in Cursor::created), oldest first, at most so many.
  virtual std::vector<ClubMember> club_members(std::string_view club, const Cursor& after, int most) = 0;
  /// Oldest first: no more than kMostClubRequests.
  virtual std::vector<ClubMember> club_requests(std::string_view club) = 0;
  /// Of all phases, newest first, after this one, at most so many.
  virtual std::vector<Tournament> club_tournaments(std::string_view club, const Cursor& last, int most) = 0;
};

}  // namespace storage
