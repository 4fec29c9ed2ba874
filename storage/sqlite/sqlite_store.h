#pragma once

#include <filesystem>
#include <memory>

#include "storage/sql/statements.h"

namespace storage {

class SqliteDatabase;

/// Keeps everything in one SQLite file, or in memory. Several processes may open a file: the versions of
/// events keep them from continuing the same game.
class SqliteStore final : public Store {
 public:
  /// Throws Error. @pre the process has a FileClaim, if it is a server
  explicit SqliteStore(const std::filesystem::path& file);
  /// In memory: all ends with the store and its readers.
  SqliteStore();
  ~SqliteStore() override;

  /// One transaction and one sync of the log, whatever the number of writes.
  std::vector<WriteResult> commit(std::span<const Write> writes) override;
  /// In memory it shares the store's connection, and waits for it.
  std::shared_ptr<Reader> open_reader() override;

  /// See SqliteDatabase.
  void reserve_log();

 private:
  WriteResult carry_out(const Write& write, std::size_t number);
  bool follows(const Event& event);
  bool is_next(const Event& event);
  bool is_open(const CreateGame& create);
  template <sql::OneStatement Each>
  bool write(const Each& write);
  bool write(const CreateGame& create);
  bool write(const Append& append);
  bool write(const CreateUser& create);
  bool write(const CreateAccount& create);
  bool write(const KeyAccount& account);
  bool write(const ChangePassword& change);
  bool write(const CloseAccount& close);
  bool write(const ForgetSeats& seats);
  bool write(const ForgetGuest& guest);
  bool write(const StartSession& start);
  bool write(const EndSession& end);
  bool write(const EndSessions& end);
  bool write(const Follow& follow);
  bool write(const Block& block);
  bool write(const EndRelation& end);
  bool write(const BeginChallenge& begin);
  bool write(const EndChallenge& end);
  bool write(const RateGame& rate);
  bool write(const BeginSeek&) { return true; }
  bool write(const EndSeeks&) { return true; }
  bool write(const WithdrawSeek&) { return true; }
  bool write(const CreateTournament& create);
  bool write(const AppendTournament& append);
  void write_ranks(const std::string& tournament, const AppendTournament::Ranking& ranking);
  bool write(const DropCaches& drop);
  bool write(const Leave& leave);
  template <sql::SeveralStatements Each>
  bool write(const Each& write);

  void start_first_session(const User& user, const std::string& token_hash, const std::string& client);
  void remember_site(const std::string& user, const std::string& site, Millis at,
                     const std::string& token_hash);
  std::optional<Standing> standing(const std::string& user, const std::string& game,
                                   const std::string& speed);

  const std::filesystem::path file_;  // Empty: in memory.
  std::shared_ptr<SqliteDatabase> database_;
};

}  // namespace storage
