#pragma once

#include <map>
#include <mutex>
#include <tuple>
#include <unordered_map>

#include "storage/store.h"

namespace storage {

/// Keeps everything until the program ends: for `--memory`, and for tests, which may make it fail. One lock
/// for all: whoever reads waits for a commit, which is short.
class MemoryStore : public Store, public Reader {
 public:
  std::vector<WriteResult> commit(std::span<const Write> writes) override;
  std::shared_ptr<Reader> open_reader() override;

  std::optional<Record> load(std::string_view game) override;
  std::optional<Extent> extent(std::string_view game) override;
  std::optional<Node> other_keeper(std::string_view) override { return std::nullopt; }
  Claim claim(std::string_view game) override { return {.record = load(game)}; }
  std::vector<Record> claim_orphans(const Cursor& after, int most) override;
  std::vector<Cursor> overdue(const Cursor& after, Millis now, int most) override;
  std::vector<std::string> unfinished_of(std::string_view user, int most) override;
  std::optional<std::string> find_code(std::string_view code) override;
  Page list(const GameQuery& query) override;
  std::vector<std::string> unclassified(int most) override;
  Millis last_heartbeat() override;
  std::optional<Session> find_token(std::string_view token_hash) override;
  std::optional<Account> find_account(const NameKeys& names) override;
  std::vector<User> accounts_keyed_otherwise(std::string_view keyed_by, int most) override;
  bool knows_site(std::string_view user, std::string_view site) override;
  std::vector<Session> sessions(std::string_view user) override;
  std::optional<std::string> last_user_of(std::string_view after, int count) override;
  std::vector<Rating> ratings(std::string_view user) override;
  std::vector<RatingPoint> rating_curve(const std::string& user, const std::string& game,
                                        const std::string& speed, int limit) override;
  std::vector<Ranked> leaders(std::string_view game, std::string_view speed, double max_deviation,
                              int limit) override;
  Tally tally(std::string_view user, int most) override;
  std::optional<Analysis> load_analysis(std::string_view game) override;
  std::vector<std::string> unfinished_analyses() override;
  std::vector<Seek> seeks() override { return {}; }
  std::vector<Report> reports(int limit) override;

 private:
  bool write(const CreateGame& create);
  bool write(const Append& append);
  bool write(const CreateUser& create);
  bool write(const RenameUser& rename);
  bool write(const CreateAccount& create);
  bool write(const KeyAccount& account);
  bool write(const ChangePassword& change);
  bool write(const CloseAccount& close);
  bool write(const ForgetSeats& seats);
  bool write(const ForgetGuest& guest);
  bool write(const StartSession& start);
  bool write(const TouchSession& touch);
  bool write(const EndSession& end);
  bool write(const EndSessions& end);
  bool write(const SweepUsers& sweep);
  bool write(const RateGame& rate);
  bool write(const RequestAnalysis& request);
  bool write(const AppendAnalysis& append);
  bool write(const FinishAnalysis& finish);
  bool write(const BeginSeek&) { return true; }
  bool write(const EndSeeks&) { return true; }
  bool write(const WithdrawSeek&) { return true; }
  bool write(const ReportLine& line);
  bool write(const TakeSeats& take);
  bool write(const KeepOrder& keep);
  bool write(const ClassifyGame& classify);
  bool write(const SweepRecords& sweep);
  bool write(const Heartbeat& heartbeat);
  bool write(const DropCaches& drop);
  bool write(const Leave& leave);

  /// Who is rated at what.
  using RatingKey = std::tuple<std::string, std::string, std::string>;  // User, game, speed.
  struct Credentials {
    std::string password;
    std::string keyed_by;
    std::map<std::string, Millis> sites{};  ///< Of logins, and when the last came from there.
  };
  struct Change {
    RatingKey key;
    RatingPoint point;
  };

  Session session(const std::string& token_hash) const;
  bool may_be_rated(const Record& record) const;
  bool has_password(const std::string& user) const;
  bool has_password(const std::string& user, const std::string& password) const;
  bool plays(const std::string& user) const;
  void remember_site(const std::string& user, const std::string& site, Millis at);
  void start_session(const std::string& user, const std::string& token_hash, const std::string& client,
                     Millis at);

  std::unique_ptr<std::mutex> mutex_ =
      std::make_unique<std::mutex>();  // Guards all below; a store can be moved.
  std::unordered_map<std::string, Record> games_;
  std::unordered_map<std::string, Analysis> analyses_;
  std::map<Cursor, std::string> by_age_;  // In the order of lists, oldest first.
  std::unordered_map<std::string, std::string> playing_by_code_;
  std::unordered_map<std::string, User> users_;
  std::unordered_map<std::string, Credentials> accounts_;       // By user.
  std::unordered_map<std::string, std::string> users_by_name_;  // By each key of an account's name.
  std::unordered_map<std::string, Session> sessions_;  // By token; of the user only the id is kept here.
  std::map<RatingKey, Standing> ratings_;
  std::map<std::pair<std::string, Millis>, Report> reports_;  // By game and moment of the line.
  Millis last_heartbeat_ = 0;
  std::vector<Change> changes_;  // In the order in which the games ended.
};

}  // namespace storage
