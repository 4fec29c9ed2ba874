#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "storage/postgres/postgres_connection.h"
#include "storage/postgres/postgres_connector.h"
#include "storage/sql/statements.h"

namespace storage {

/// What a store, its readers and its lease know of the node that they are.
struct PostgresNode {
  std::int64_t epoch = 0;  ///< As long as a row of `nodes` has it this node lives.
  std::atomic<bool> left = false;
  /// Orphans were claimed, or not, for no answer came: games of this node may be in no memory.
  mutable std::atomic<bool> has_unheard_claim = false;
};

/// Keeps everything in a PostgreSQL database. All statements of a batch leave together and are answered
/// together: one round trip, however many writes. What the connection was lost with is done again or found to
/// be done: a batch happens once, also when the server is killed while it commits. Several processes may have
/// it open.
class PostgresStore final : public Store {
 public:
  /// @param url "postgresql://user@host/database", with what else libpq understands
  /// @param self without a name: one that no other node has
  /// @param patience how long a batch whose connection was lost waits for the database to come back
  /// Migrates, and registers the node. Throws Error, after 20 s where the database does not answer: servers
  /// that start together keep it busy.
  explicit PostgresStore(const std::string& url, const Node& self = {},
                         std::chrono::milliseconds patience = std::chrono::seconds(5));
  ~PostgresStore() override;

  /// Blocks for a round trip and a sync of the disk there, or up to `patience` where the connection is lost.
  std::vector<WriteResult> commit(std::span<const Write> writes) override;
  /// Does not connect yet, as the others below.
  std::shared_ptr<Reader> open_reader() override;
  std::unique_ptr<Lease> lease() override;
  std::unique_ptr<ChangeFeed> change_feed() override;
  std::unique_ptr<LobbyDirectory> lobby_directory() override;
  std::unique_ptr<TaskQueue> task_queue() override;

 private:
  void connect();
  /// Writes go through it from now on. Throws TakenOver.
  void attach(std::unique_ptr<PostgresConnection> connection);
  std::vector<WriteResult> carry_out(std::span<const Write> writes);
  void send(std::span<const Write> writes);
  void receive();
  bool has_happened(const ConnectionLost& lost, std::chrono::steady_clock::time_point deadline);

  /// A statement of the write under way, whose answer says whether it is done.
  template <class... Tuples>
  void decide(const char* sql, const Tuples&... tuples) {
    connection_->send_with(sql, tuples...);
    awaited_.push_back({writing_, true});
  }
  /// One that changes what it finds, be it nothing.
  template <class... Values>
  void also(const char* sql, const Values&... values) {
    connection_->send(sql, values...);
    awaited_.push_back({writing_, false});
  }
  /// One that has to be answered before the next.
  template <class... Values>
  PostgresResult ask(const char* sql, const Values&... values) {
    connection_->send(sql, values...);
    connection_->flush();
    receive();
    failing_ = writing_;
    return connection_->receive();
  }
  void refuse() { results_[writing_] = WriteResult::refused; }

  template <sql::OneStatement Each>
  void write(const Each& write) {
    const auto& [sql, values] = sql::statement_of(write);
    decide(sql, values);
  }
  void write(const Heartbeat& heartbeat);
  void write(const CreateGame& create);
  void write(const Append& append);
  void write(const CreateUser& create);
  void write(const CreateAccount& create);
  void write(const KeyAccount& account);
  void write(const ChangePassword& change);
  void write(const CloseAccount& close);
  void write(const ForgetSeats& seats);
  void write(const ForgetGuest& guest);
  void write(const StartSession& start);
  void write(const EndSession& end);
  void write(const EndSessions& end);
  void write(const Follow& follow);
  void write(const Block& block);
  void write(const EndRelation& end);
  void write(const BeginChallenge& begin);
  void write(const EndChallenge& end);
  void write(const RateGame& rate);
  void write(const RequestAnalysis& request);
  void write(const BeginSeek& begin);
  void write(const EndSeeks& end);
  void write(const WithdrawSeek& withdraw);
  void write(const CreateTournament& create);
  void write(const AppendTournament& append);
  void write(const DropCaches& drop);
  void write(const Leave& leave);
  template <sql::SeveralStatements Each>
  void write(const Each& write) {
    if (!sql::write_with(Statements{*this}, write)) refuse();
  }
  /// See sql/library_writes.h.
  struct Statements {
    PostgresStore& store;

    bool is_shown(int collection);
    void lock_moderation();
    void lock_mail();
    void lock_clubs(const std::string& account);
    void lock_unused_accounts(const std::string& after, const std::string& until);
    template <class... Values>
    std::vector<std::string> texts(const char* sql, const Values&... values) {
      return read_all(store.ask(sql, values...), [](PostgresRow& row) { return row.text(); });
    }
    template <class... Values>
    bool has(const char* sql, const Values&... values) {
      return store.ask(sql, values...).any();
    }
    template <class... Values>
    bool check(const char* sql, const Values&... values) {
      return store.ask(sql, values...).any();
    }
    template <class... Values>
    void run(const char* sql, const Values&... values) {
      store.also(sql, values...);
    }
    /// One statement, without a round trip.
    template <class... Values>
    void insert_game(const char* sql, std::int64_t bytes, int collection, const Values&... values) {
      store.also(store.counted(sql, 2 + sizeof...(values)), collection, values..., bytes);
    }
    void insert(const IndexPositions& index);
  };

  /// With its link in one statement, so that both are written or neither.
  void insert(const CreateGame& create);
  bool is_open(const CreateGame& create);
  /// A round trip within the batch; locks the user's row.
  bool may_forget(const std::string& user);
  /// Other servers read the user's blocks again, for its connections and for its seeks.
  void tell_of_blocks(const std::string& user);
  void remember_site(const std::string& user, const std::string& site, Millis at,
                     const std::string& token_hash);

  /// The insert of a game with its count; the bytes are the last of its values.
  const char* counted(const char* insert, std::size_t values);

  const std::chrono::milliseconds patience_;
  PostgresConnector connector_;
  PostgresNode node_;
  std::unique_ptr<PostgresConnection> connection_;
  std::int64_t connection_number_ = 0;
  std::int64_t batch_ = 0;            // The number of the last that was begun,
  std::int64_t committed_batch_ = 0;  // and of the last that the database has, as of connect().

  std::unordered_map<const char*, std::string> counted_;  // Texts of counted().

  // Of the batch under way.
  std::vector<WriteResult> results_;
  std::size_t writing_ = 0;
  struct Awaited {
    std::optional<std::size_t> write;  // None: it is not part of one.
    bool decides = false;              // The answer says whether the write is done.
  };
  std::deque<Awaited> awaited_;         // Statements, in their order.
  std::optional<std::size_t> failing_;  // The write whose answer is waited for; none: no write's.
  bool is_known_ = false;               // All results are there.
  bool is_out_ = false;                 // The commit has been sent.
};

}  // namespace storage
