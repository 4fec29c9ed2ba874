#pragma once

#include <libpq-fe.h>

#include <array>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "storage/postgres/postgres_result.h"
#include "storage/store.h"

namespace storage {

/// The server is away, ends the connection, or does not answer: what was sent may have happened or not.
/// Never reused: a new connection has to be opened.
class ConnectionLost : public Error {
 public:
  using Error::Error;
};

/// The server refuses a statement, and with it the transaction.
class StatementFailed : public Error {
 public:
  StatementFailed(const std::string& what, std::string code) : Error(what), code_(std::move(code)) {}
  /// The transaction met another one, and will not meet it again.
  bool met_another() const { return code_ == "40001" || code_ == "40P01"; }
  /// A key that is there, or is not: most often it was written a moment ago, and is seen by the next try.
  bool is_about_a_key() const { return code_ == "23505" || code_ == "23503"; }
  /// The statement itself cannot be carried out, or not now: it gives another number of rows (21), its values
  /// (22), what they contradict (23), a schema that changed (42), a limit (54), something that the server
  /// does not do (0A), a row that another transaction keeps (55P03), too long a time (57014). Others can.
  bool is_of_the_statement() const {
    const std::string_view kind = std::string_view(code_).substr(0, 2);
    return kind == "21" || kind == "22" || kind == "23" || kind == "42" || kind == "54" || kind == "0A" ||
           code_ == "55P03" || code_ == "57014";
  }
  /// A division by zero, with which a statement ends a transaction that may not go on.
  bool is_on_purpose() const { return code_ == "22012"; }

 private:
  std::string code_;  // SQLSTATE
};

/// A value on its way to the server, in binary.
/// Views text and bytes: what they belong to outlives the call that sends them. Text that PostgreSQL would
/// refuse is repaired (plain_text.h).
class PostgresParameter {
 public:
  /// TEXT.
  explicit PostgresParameter(std::string_view text);
  /// BYTEA.
  explicit PostgresParameter(const Bytes& bytes);
  /// BIGINT, whatever the width: the server casts it to that of the column.
  explicit PostgresParameter(std::integral auto value) : PostgresParameter(Whole{value}) {}
  explicit PostgresParameter(std::same_as<double> auto value) : PostgresParameter(Real{value}) {}
  explicit PostgresParameter(std::nullptr_t) {}  ///< NULL, of whatever type is wanted.

  /// 0: not said.
  Oid type() const { return type_; }
  /// Null only for NULL. Good as long as this lives.
  const char* data() const;
  int size() const;

 private:
  struct Whole {
    std::int64_t value;
  };
  struct Real {
    double value;
  };
  explicit PostgresParameter(Whole whole);
  explicit PostgresParameter(Real real);

  Oid type_ = 0;
  std::array<char, 8> number_{};
  std::string_view text_;
  std::optional<std::string> repaired_;
};

/// A connection on which statements are sent one after another without waiting for answers: one round trip
/// for many. After anything was thrown it is of no use any more. One thread at a time.
/// libpq in pipeline mode and without blocking:
///
///      connection.send(kFirst, id);
///      connection.send(kSecond, id);
///      connection.sync();                  // All leave together.
///      auto first = connection.receive();  // In the order in which they were sent.
///      auto second = connection.receive();
///      connection.receive_sync();
///
/// A statement that fails takes the rest of its pipeline with it, and the connection is to be dropped.
class PostgresConnection {
 public:
  enum class Use {
    write,  ///< Commits wait for the disk, locks of others for two seconds.
    read,
  };
  /// Throws ConnectionLost, after `patience` an address at most, and Error for a database that can never be
  /// used.
  PostgresConnection(const std::string& url, Use use,
                     std::chrono::seconds patience = std::chrono::seconds(2));

  /// Sends a statement whose text lives as long as the program; it is prepared once. Values are $1, $2, ...
  template <class... Values>
  void send(const char* sql, const Values&... values) {
    const std::array<PostgresParameter, sizeof...(Values)> parameters{PostgresParameter(values)...};
    send_prepared(sql, parameters);
  }
  /// The same with the values of tuples, one after another.
  template <class... Tuples>
  void send_with(const char* sql, const Tuples&... tuples) {
    std::apply([&](const auto&... values) { send(sql, values...); }, std::tuple_cat(tuples...));
  }
  /// The same with values whose number only the caller knows.
  /// @pre `sql` lives as long as the connection, at one address: it is the key of the prepared statement
  void send_row(const char* sql, std::span<const PostgresParameter> values) { send_prepared(sql, values); }
  /// Sends a statement that is planned anew for these values.
  template <class... Values>
  void send_once(const std::string& sql, const Values&... values) {
    const std::array<PostgresParameter, sizeof...(Values)> parameters{PostgresParameter(values)...};
    send_text(sql, parameters);
  }

  /// Has the server answer what was sent until here before it goes on.
  void flush();
  /// Ends what belongs together. @post every statement has been answered once receive_sync() returns
  void sync();
  /// The answer to the oldest statement that has not been received. Throws StatementFailed, ConnectionLost.
  PostgresResult receive();
  /// @pre all answers before the sync have been received
  void receive_sync();

  /// One statement, there and back.
  template <class... Values>
  PostgresResult ask(const char* sql, const Values&... values) {
    send(sql, values...);
    sync();
    PostgresResult answer = receive();
    receive_sync();
    return answer;
  }

  /// Statements without values, one after another, however long they take. @pre nothing is under way
  void run(const std::string& script);

  /// From now on statements, and pauses between those of a transaction, may be as long as they need. @pre
  /// nothing is under way
  void lift_time_limits();

  /// What was told on the channels that it listens to. Waits until there is something, at most so long, or
  /// until `wake`, an eventfd, is written to. @pre nothing is under way
  std::vector<std::string> notices(int wake, std::chrono::milliseconds patience);

  /// False if the server has ended the connection meanwhile.
  /// Asks nothing over the network: reads what has arrived. A server that vanished without a word shows with
  /// the next statement.
  bool is_alive();

 private:
  struct Finish {
    void operator()(PGconn* connection) const { PQfinish(connection); }
  };

  void set_up(Use use);
  void begin_pipeline();
  void send_prepared(const char* sql, std::span<const PostgresParameter> parameters);
  void send_text(const std::string& sql, std::span<const PostgresParameter> parameters);
  const char* prepared(const char* sql, std::span<const PostgresParameter> parameters);
  /// Throws ConnectionLost where nothing comes for silence_.
  PGresult* next_result();
  void wait(bool for_writing, std::chrono::steady_clock::time_point deadline);
  void check_sent(int sent);
  /// Throws what SQLSTATE stands for.
  void check(const PGresult* result);
  [[noreturn]] void lose();

  std::unique_ptr<PGconn, Finish> connection_;
  /// A server that says nothing for so long is away. Longer than statement_timeout (kSession): where a
  /// statement hangs the server says so first, and the connection is not thought dead.
  std::chrono::seconds silence_{12};
  std::unordered_map<const char*, std::string> names_;  // Of prepared statements.
  enum class Awaited { preparation, answer };
  std::deque<Awaited> awaited_;
};

}  // namespace storage
