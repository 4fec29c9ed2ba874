#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "storage/analysis.h"
#include "storage/budget.h"
#include "storage/challenge.h"
#include "storage/change_feed.h"
#include "storage/club.h"
#include "storage/inbox.h"
#include "storage/library.h"
#include "storage/lobby_directory.h"
#include "storage/mail.h"
#include "storage/moderation.h"
#include "storage/node.h"
#include "storage/push.h"
#include "storage/record.h"
#include "storage/relation.h"
#include "storage/report.h"
#include "storage/seek.h"
#include "storage/study.h"
#include "storage/tasks.h"
#include "storage/tournament.h"

namespace storage {

/// The world failed: no disk space, an unreadable file, a schema from the future.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The store was lost while it committed: all of the writes are there or none, and a caller that needs to
/// know reads them again.
class OutcomeUnknown : public Error {
 public:
  using Error::Error;
};

/// One of the writes can never be carried out, or not now, because of what is stored; without it the others
/// can. None of them happened.
class WriteFailed : public Error {
 public:
  WriteFailed(const std::string& what, std::size_t write) : Error(what), write_(write) {}
  std::size_t write() const { return write_; }  ///< Its number among those that were to be committed.

 private:
  std::size_t write_;
};

/// Another server has taken over the games of this one, which was silent for too long or whose name it has:
/// nothing of what was to be written is, nor will anything else be. The process has to end.
class TakenOver : public Error {
 public:
  TakenOver() : Error("another server has taken over the games of this one") {}
};

/// A new game, which is this server's. Refused when its id, or its code among the games being played, is
/// taken. If it comes of two seeks: also when one of them does not wait any more, at whatever server it is;
/// they have found their game with it, and all other seeks of their users end. If it follows another game:
/// also when the event there that leads to it cannot follow the last one. If it comes of a challenge: also
/// when that is not open any more; it is accepted now. All of it is written, or nothing.
struct CreateGame {
  Game game;
  std::array<std::string, 2> seeks{};  ///< Of a store that is not shared: whatever they are.
  std::optional<Event> link{};         ///< Of the game before; its `detail` is the id of this one.
  std::string challenge{};             ///< Challenge::id; empty: of none.
};

/// The next event of a game, and what it changes in the game's own row. Refused, as a whole, unless the
/// event's version is one more than the last: of two writers that both believe to own a room, only one can go
/// on.
struct Append {
  Event event;
  std::optional<Ending> ending;               ///< The event ended the game.
  std::optional<std::array<Seat, 2>> seats;   ///< The last seat was taken, or the sides were swapped.
  std::optional<std::string> opening_code{};  ///< The moves make another opening now.
  std::optional<Millis> due{};                ///< Game::due is another now.
};

/// A new user without a password, and a first token. Refused when either is known already.
struct CreateUser {
  User user;
  std::string token_hash;
  std::string client{};
};

/// A new name for a guest. Refused when there is no such guest.
struct RenameUser {
  std::string id;
  std::string name;
};

/// A user with a password: a new one, or a guest who becomes one and stays the same user. The user's tokens
/// until now end, and a new one begins. Refused when an account has one of the name's keys, when the user has
/// a password already, or when the token is known.
struct CreateAccount {
  Account account;
  std::string token_hash;
  std::string client{};
  std::string keyed_by{};  ///< Which rules made the keys: see KeyAccount.
  std::string site{};      ///< As of StartSession.
};

/// New keys for the name of an account, made by the rules that `keyed_by` names. The first `own` of them are
/// taken from any account that has them: they are the name itself. The others stay whose they are. Refused
/// when there is no such account.
struct KeyAccount {
  std::string user;
  NameKeys names;
  std::string keyed_by;
  std::size_t own = 1;
};

/// A new hash for an account's password instead of `was`; all sessions but one end with the old password.
/// Refused, as a whole, when the account has another password by now, none, or is unknown.
struct ChangePassword {
  std::string user;
  std::string was;
  std::string password;
  std::string kept_session{};  ///< A token's hash.
};

/// No login opens this account any more: its password, its tokens and its ratings go. Its games stay, and
/// its name stays taken, so that no other account answers for them. Its notices and its mail go. It leaves
/// its clubs; those that it owns have the member of longest standing who is not banned as their owner, with
/// the description as HandOverClub leaves it, or end without a member. Refused as ChangePassword is.
struct CloseAccount {
  std::string user;
  std::string password;  ///< The hash that it has until now.
  Millis at = 0;
};

/// Finished games and tournaments tell neither id nor name of a guest any more: at most so many games of each
/// seat, tournaments that they made, and events. Refused when there are none, or no such guest, or one of the
/// guest's games is being played or their tournaments not over.
struct ForgetSeats {
  std::string user;
  int most = 0;
};

/// A guest is forgotten: the same of all at once, and tokens, user and studies go. Refused likewise, but for
/// none.
struct ForgetGuest {
  std::string user;
};

/// A new token for an account, whose password was found to be right. Refused when the account has another
/// password by now, or none; or when the token is known.
struct StartSession {
  std::string user;
  std::string token_hash;
  std::string client;
  Millis at = 0;
  std::string password;  ///< The hash that was looked at.
  std::string site{};    ///< Where the login came from, hashed, for Reader::knows_site(); empty: not told.
};

/// The token was shown again. Refused when it is not known.
struct TouchSession {
  std::string token_hash;
  std::string client;
  Millis at = 0;
};

/// The token is worth nothing from now on. Refused when it is not known.
struct EndSession {
  std::string token_hash;
};

/// All tokens of a user, but for one that may be kept.
struct EndSessions {
  std::string user;
  std::string but{};  ///< A token's hash.
};

/// Of the users with ids after `after` and up to `until`: ends sessions of accounts that were not seen since
/// `sessions_before`, forgets where their logins came from before that, and removes guests who were not seen
/// since `guests_before` and have no game and no tournament, or not since `players_before` and play none.
/// Games keep the names. An account without a session and a game, older than `sessions_before`, ends, and its
/// name is free. Studies of users who are gone, and private ones of accounts that were closed, are removed;
/// so are subscriptions to push messages whose sessions are over, settings and mail of closed accounts,
/// notices from before `notices_before`, and of mail what was asked for until `mail_before`.
struct SweepUsers {
  std::string after;
  std::string until;
  std::vector<std::string> here = {};  ///< Users: guests among them are seen at this moment,
  Millis now = 0;                      ///< which is before the rest is looked at.
  Millis sessions_before = 0;
  Millis guests_before = 0;
  Millis players_before = 0;
  Millis notices_before = 0;
  Millis mail_before = 0;
};

/// The ratings after a game that was rated: stored ones are read, changed and written within the transaction,
/// so that two games of one player that end at once lose nothing. Does nothing unless the game is finished,
/// rated, not counted yet, and played by two different users with passwords; it is never refused, for the end
/// of the game, which comes with it, stands whether it counts or not.
struct RateGame {
  std::string game;   ///< Game::id
  std::string speed;  ///< Under which it counts.
  Standing start;     ///< Of a user who has not played this game at this speed.
  RatingFormula formula;
};

/// The analysis of a game is to be made, by this server. Refused when it has been asked for already, or the
/// game is not over.
struct RequestAnalysis {
  std::string game;
  int total = 0;  ///< Analysis::total
  Millis asked = 0;
};

/// The next ply of an analysis. Refused when it does not follow the last one.
struct AppendAnalysis {
  std::string game;
  PlyAnalysis ply;
};

/// The analysis is finished. Refused unless all its plies are there.
struct FinishAnalysis {
  std::string game;
  std::array<double, 2> accuracy{};
};

/// A user looks for an opponent here: all servers see it, until it is ended or this server is gone. A store
/// that is not shared keeps none. Always done.
struct BeginSeek {
  Seek seek;
};

/// Those that do not wait any more, or whose users have heard of their game. Always done.
struct EndSeeks {
  std::vector<std::string> ids;
};

/// A seek that its user does not want any more. Refused when it does not wait: it has found a game, of which
/// its user is to hear, or has ended. Of a store that is not shared: always done.
struct WithdrawSeek {
  std::string id;
};

/// A line of chat is reported, or a club: to its open report is added what it said at neither. Refused when
/// the line has been reported already, the club has been with this text, or at length, and that is not
/// decided, or there is no such game or club.
struct ReportLine {
  Report report;
};

/// The user that has taken a seat of a game that still waits for another. Refused when there is no such game.
struct TakeSeats {
  std::string game;  ///< Game::id
  std::array<Seat, 2> seats;
};

/// How the room of a game is kept in order from now on. Refused when there is no such game.
struct KeepOrder {
  std::string game;  ///< Game::id
  RoomOrder order;
};

/// What the opening of a game is that was stored without its code, or before it was known how it ended, and
/// that. An end that is known stays. Refused when there is no such game, or both are known by now.
struct ClassifyGame {
  std::string game;  ///< Game::id
  std::string opening_code;
  std::string final_pos{};  ///< Ending::pos
};

/// Removes games that were aborted since `aborted_since` and before `aborted_before`, with all that belongs
/// to them, unless a line of their chat is on record as reported, or they are of a tournament that runs;
/// reports that are older than `reports_before`; and challenges with a Challenge::until before
/// `challenges_before`: at most so many of each. Of a tournament that was cancelled before
/// `cancelled_before`, whose games stay, and of studies that were removed, so many rows of each table.
/// Refused when there are none. Looks at each game that is kept between the two moments.
struct SweepRecords {
  Millis aborted_since = 0;
  Millis aborted_before = 0;
  Millis reports_before = 0;
  Millis cancelled_before = 0;
  Millis challenges_before = 0;
  int most = 100;
  int rows = 1'000;
};

/// What is made once for all servers of this store, and told to none but them. Refused when there is one of
/// that name.
struct KeepSecret {
  std::string name;
  std::string value;
};

/// A server lives: changes nothing but the moment of the last one, so it is done if anything can be written.
/// When that is more than a quarter of an hour ago, the time between is an Outage.
struct Heartbeat {
  Millis at = 0;
};

/// Lets go of what is kept in memory for speed alone. Always done.
struct DropCaches {};

/// The last write of a server that goes down: others may have its games at once. Always done.
struct Leave {};

/// What can be stored; writes of relations, of challenges, of push messages, of notices, of mail, of the
/// library, of studies, of tournaments, of clubs and of moderation are in relation.h, challenge.h, push.h,
/// inbox.h, mail.h, library.h, study.h, tournament.h, club.h and moderation.h. One more thing takes a
/// migration in schema/, its write and its reads here, and in sql/ its statements, its values (statements.h)
/// and its rows (rows.h, query_reader.h); code of one database only where it needs more than one statement.
using AnyWrite =
    std::variant<CreateGame, Append, CreateUser, RenameUser, CreateAccount, KeyAccount, ChangePassword,
                 CloseAccount, ForgetSeats, ForgetGuest, StartSession, TouchSession, EndSession, EndSessions,
                 SweepUsers, RateGame, RequestAnalysis, AppendAnalysis, FinishAnalysis, BeginSeek, EndSeeks,
                 WithdrawSeek, ReportLine, TakeSeats, KeepOrder, ClassifyGame, SweepRecords, Heartbeat,
                 DropCaches, Leave, CreateCollection, ChangeCollection, RemoveCollection, SweepLibrary,
                 BeginImport, KeepPart, StartImport, AddGames, EndImport, QueueGames, IndexGames,
                 IndexPositions, MarkIndexed, FoldPosition, CreateStudy, ChangeStudy, AddStudyMember,
                 ChangeStudyRole, AddChapter, AppendChapterEdit, KeepChapterSnapshot, NameChapter,
                 CreateTournament, AppendTournament, Follow, Block, EndRelation, HidePresence, KeepSecret,
                 KeepPushSubscription, EndPushSubscription, ChangePushSettings, SendPush, WithdrawPush,
                 DelayPush, DropPush, SweepPush, PutNotice, ReadNotices, AskForMail, MailNotSent, ConfirmMail,
                 ChangeMailLanguage, EndMail, StopMail, EndMailTo, ClaimMail, FailMail, SkipMail,
                 BeginChallenge, EndChallenge, LimitChallenges, Moderate, Appeal, SweepModeration, CreateClub,
                 ChangeClub, KeyClub, JoinClub, AdmitToClub, LeaveClub, HandOverClub, CloseClub>;

/// Its members are compiled once, in write.cpp: with so many kinds they are much code wherever writes are
/// moved.
class Write : public AnyWrite {
 public:
  using AnyWrite::AnyWrite;
  Write(const Write& other);
  Write(Write&& other) noexcept;
  Write& operator=(const Write& other);
  Write& operator=(Write&& other) noexcept;
  ~Write();
};

enum class WriteResult {
  done,
  refused,  ///< It contradicts what is stored and changed nothing.
};

/// No server lived, or none could write.
struct Outage {
  Millis since = 0;  ///< Both are moments of heartbeats.
  Millis until = 0;
  bool operator==(const Outage&) const = default;
};

/// A page of a list of games.
struct Page {
  std::vector<Summary> games;
  /// Where the next page begins; none: this is the last. A list looks at kMostExamined games at most: a page
  /// may be shorter than its limit, even empty, and yet not be the last.
  std::optional<Cursor> next;
  static constexpr int kMostExamined = 5'000;
};

/// The node that keeps a game. Neither: there is no such game.
struct Claim {
  std::optional<Record> record = {};   ///< This server: as long as it lives no other adds to it.
  std::optional<Node> elsewhere = {};  ///< That server.
};

/// Reads what is stored, and takes games to be kept. One thread at a time, but that may be another than the
/// writer's: no reader waits for a writer, nor a writer for a reader. Sees everything that was committed
/// before the call. Every function may throw Error.
class Reader : public StudyReader,
               public TournamentReader,
               public RelationReader,
               public PushReader,
               public InboxReader,
               public MailReader,
               public ChallengeReader,
               public ClubReader,
               public ModerationReader {
 public:
  virtual std::optional<Record> load(std::string_view game) = 0;
  /// The same with the last of its events alone, at most so many.
  virtual std::optional<Record> load_end(std::string_view game, int most) = 0;
  /// How long a game is, which is known without reading it. None: there is no such game.
  virtual std::optional<RecordSize> record_size(std::string_view game) = 0;
  /// The other server that keeps a game, if one does now: a look, cheaper than a claim.
  virtual std::optional<Node> other_keeper(std::string_view game) = 0;
  /// Makes a game this server's unless another keeps it. With a store that is not shared all games are.
  virtual Claim claim(std::string_view game) = 0;
  /// Makes games this server's that are being played, have something to do at any moment (Game::due is 0) and
  /// whose server is gone: the next `most` after this one, oldest first. Of servers that ask at the same time
  /// each gets others. With a store that is not shared all such games are meant; after a call that threw this
  /// server's own are among them, too. A record that cannot be read may be given by id and moment alone.
  virtual std::vector<Record> claim_orphans(const Cursor& after, int most) = 0;
  /// The games being played whose Game::due has come by `now`, whichever server keeps them: the next `most`
  /// after this one, by `due`, which stands in Cursor::created.
  virtual std::vector<Cursor> overdue(const Cursor& after, Millis now, int most) = 0;
  /// The games being played in which this user has a seat, whichever server keeps them: oldest first, at most
  /// so many.
  virtual std::vector<std::string> unfinished_of(std::string_view user, int most) = 0;
  /// The game being played that is joined by this code.
  virtual std::optional<std::string> find_code(std::string_view code) = 0;
  virtual Page list(const GameQuery& query) = 0;
  /// Games whose opening code or end is kUnclassified, oldest first, at most so many.
  virtual std::vector<std::string> unclassified(int most) = 0;
  /// The moment of the last Heartbeat, of whatever server, by the clock that is ahead; 0: there was none.
  virtual Millis last_heartbeat() = 0;
  /// Those of the last month before it, oldest first.
  virtual std::vector<Outage> outages() = 0;
  virtual std::optional<std::string> secret(std::string_view name) = 0;

  virtual std::optional<Session> find_token(std::string_view token_hash) = 0;
  /// The account that has the first of these keys that any account has.
  virtual std::optional<Account> find_account(const NameKeys& names) = 0;
  /// Accounts whose names have keys of other rules, at most so many.
  virtual std::vector<User> accounts_keyed_otherwise(std::string_view keyed_by, int most) = 0;
  /// Whether this account has been logged in to from there.
  virtual bool knows_site(std::string_view user, std::string_view site) = 0;
  /// The tokens of a user, last seen first.
  virtual std::vector<Session> sessions(std::string_view user) = 0;
  /// The id of the last of the next `count` users after this one, by id; none: there are no more.
  virtual std::optional<std::string> last_user_of(std::string_view after, int count) = 0;
  virtual std::vector<Rating> ratings(std::string_view user) = 0;
  /// The last points of a user's curve, oldest first: of ten times as many rated games those that are not
  /// private.
  virtual std::vector<RatingPoint> rating_curve(const std::string& user, const std::string& game,
                                                const std::string& speed, int limit) = 0;
  /// The best whose deviation is at most so large, best first: of people, or of programs.
  virtual std::vector<Ranked> leaders(std::string_view game, std::string_view speed, double max_deviation,
                                      int limit, bool programs) = 0;
  /// At most `most` games of each seat and result are counted.
  virtual Tally tally(std::string_view user, int most) = 0;

  virtual std::optional<Analysis> load_analysis(std::string_view game) = 0;
  /// Games whose analysis is not finished, asked for first first.
  virtual std::vector<std::string> unfinished_analyses() = 0;
  /// Makes this server's those that are not finished and whose server is gone, and gives them with its own,
  /// asked for first first: at most kMostClaimedAnalyses. Of servers that ask at the same time each gets
  /// others. With a store that is not shared all are meant.
  virtual std::vector<std::string> claim_analyses() { return unfinished_analyses(); }
  /// Makes this one this server's, unless another that lives is at it: then false.
  virtual bool claim_analysis(std::string_view game) {
    (void)game;
    return true;
  }

  /// At all servers that share the store, oldest first; of a store that is not shared none.
  virtual std::vector<Seek> seeks() = 0;

  /// The last reports, newest first.
  virtual std::vector<Report> reports(int limit) = 0;

  virtual LibraryReader& library() = 0;

  /// Takes one out of each of these budgets, of which all servers that share the store know; or nothing, if
  /// one of them is spent: then how long to wait. A store that is not shared has none and never refuses, for
  /// the one server counts for itself.
  virtual std::optional<std::chrono::milliseconds> refuse(std::span<const Budget> budgets) {
    (void)budgets;
    return std::nullopt;
  }
  /// Puts back what refuse() took, for something that need not be paid after all.
  virtual void give_back(std::span<const Budget> budgets) { (void)budgets; }
  /// The same as refuse(), but nothing is taken.
  virtual std::optional<std::chrono::milliseconds> would_refuse(std::span<const Budget> budgets) {
    (void)budgets;
    return std::nullopt;
  }
};

/// The place of a server among those that share a store. One thread at a time.
class Lease {
 public:
  virtual ~Lease() = default;
  /// Says that this server lives, which it has to do once a second, and takes over those that were silent for
  /// five. True: there are games for Reader::claim_orphans(). Throws TakenOver, and Error when it could not
  /// be said now.
  virtual bool renew() = 0;
};

/// Keeps games and users. tests/storage/store_test.cpp holds every implementation to this contract.
class Store {
 public:
  virtual ~Store() = default;

  /// Carries out all writes in order, in one transaction: when it returns they survive a power cut; when it
  /// throws Error none of them happened, unless it is OutcomeUnknown. A refused write does not hinder the
  /// others; one that the database does not take is named by WriteFailed. Text is UTF-8 without NUL; of any
  /// other text a store may keep what it can, and the other writes suffer nothing. One thread at a time.
  virtual std::vector<WriteResult> commit(std::span<const Write> writes) = 0;

  /// Another way to read, for a thread of its own; the store outlives it. Throws Error. Any thread.
  virtual std::shared_ptr<Reader> open_reader() = 0;

  /// Null: this store is not shared. The store outlives it.
  virtual std::unique_ptr<Lease> lease() { return nullptr; }
  /// Null: this store is not shared, and changes through this one alone. The store outlives it.
  virtual std::unique_ptr<ChangeFeed> change_feed() { return nullptr; }
  /// Null: this store is not shared. The store outlives it.
  virtual std::unique_ptr<LobbyDirectory> lobby_directory() { return nullptr; }
  /// Null: no workers think for this store's server. The store outlives it.
  virtual std::unique_ptr<TaskQueue> task_queue() { return nullptr; }
};

}  // namespace storage
