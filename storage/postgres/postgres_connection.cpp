#include "storage/postgres/postgres_connection.h"

#include <poll.h>
#include <unistd.h>

#include <bit>
#include <cassert>
#include <vector>

#include "storage/postgres/plain_text.h"

namespace storage {

namespace {

using std::chrono::steady_clock;

// Of pg_type.dat; they are part of the protocol and never change.
constexpr Oid kBytes = 17;
constexpr Oid kInt8 = 20;
constexpr Oid kText = 25;
constexpr Oid kFloat8 = 701;

constexpr int kBinary = 1;

/// Of a statement that may take as long as it needs: that the machine is gone TCP notices sooner.
constexpr std::chrono::hours kLongSilence{24};

/// A server that keeps commits in memory for a while is told not to; one that is stricter than we need stays
/// so. A connection that waits for a lock, or was left in the middle of a transaction, gives up.
constexpr const char* kSession = R"(
  SELECT current_setting('server_encoding'),
    set_config('synchronous_commit', CASE current_setting('synchronous_commit')
                                     WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, false),
    set_config('lock_timeout', '2s', false),
    set_config('statement_timeout', '10s', false),
    set_config('idle_in_transaction_session_timeout', '10s', false),
    set_config('client_min_messages', 'error', false))";

/// Messages of the server have several lines.
std::string in_one_line(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  std::erase(text, '\t');
  for (std::size_t i = 0; (i = text.find('\n', i)) != std::string::npos;) text.replace(i, 1, "; ");
  return text;
}

std::array<char, 8> big_endian(std::uint64_t value) {
  std::array<char, 8> bytes{};
  for (std::size_t i = 8; i-- > 0; value >>= 8) bytes[i] = static_cast<char>(value & 0xFF);
  return bytes;
}

/// Parameters as libpq wants them.
struct Arrays {
  explicit Arrays(std::span<const PostgresParameter> parameters) {
    for (const PostgresParameter& each : parameters) {
      types.push_back(each.type());
      data.push_back(each.data());
      sizes.push_back(each.size());
    }
    formats.assign(parameters.size(), kBinary);
  }
  int count() const { return static_cast<int>(types.size()); }

  std::vector<Oid> types;
  std::vector<const char*> data;
  std::vector<int> sizes;
  std::vector<int> formats;
};

}  // namespace

// ---- parameters ------------------------------------------------------------------------------------------

PostgresParameter::PostgresParameter(std::string_view text)
    : type_(kText), text_(text), repaired_(repaired(text)) {}

PostgresParameter::PostgresParameter(const Bytes& bytes) : type_(kBytes), text_(bytes.data) {}

PostgresParameter::PostgresParameter(Whole whole)
    : type_(kInt8), number_(big_endian(static_cast<std::uint64_t>(whole.value))) {}

PostgresParameter::PostgresParameter(Real real)
    : type_(kFloat8), number_(big_endian(std::bit_cast<std::uint64_t>(real.value))) {}

const char* PostgresParameter::data() const {
  if (type_ == 0) return nullptr;
  if (type_ != kText && type_ != kBytes) return number_.data();
  const char* const text = repaired_ ? repaired_->data() : text_.data();
  return text == nullptr ? "" : text;  // A null pointer would be NULL.
}

int PostgresParameter::size() const {
  if (type_ != kText && type_ != kBytes) return static_cast<int>(number_.size());
  return static_cast<int>(repaired_ ? repaired_->size() : text_.size());
}

// ---- a connection ----------------------------------------------------------------------------------------

// What the address says comes last, and wins. A server that may only be read is none of ours: of several
// addresses the one that is in charge is taken.
PostgresConnection::PostgresConnection(const std::string& url, Use use, std::chrono::seconds patience) {
  const std::string timeout = std::to_string(patience.count());
  const std::array<const char*, 10> keywords{"fallback_application_name", "connect_timeout",
                                             "keepalives_idle",           "keepalives_interval",
                                             "keepalives_count",          "tcp_user_timeout",
                                             "target_session_attrs",      "dbname",
                                             "client_encoding",           nullptr};
  const std::array<const char*, 10> values{"sanqi-server", timeout.c_str(), "5",         "2",    "3",
                                           "10000",        "read-write",    url.c_str(), "UTF8", nullptr};
  connection_.reset(PQconnectdbParams(keywords.data(), values.data(), /*expand_dbname=*/1));
  if (PQstatus(connection_.get()) != CONNECTION_OK) lose();
  set_up(use);
}

void PostgresConnection::set_up(Use use) {
  PQsetNoticeReceiver(
      connection_.get(), [](void*, const PGresult*) {}, nullptr);  // They would go to stderr.
  const PostgresResult answer(PQexec(connection_.get(), kSession));
  check(answer.get());
  const std::string encoding = PQgetvalue(answer.get(), 0, 0);
  if (encoding != "UTF8") throw Error("the database has the encoding " + encoding + ", and must have UTF8");
  if (use == Use::read)
    check(PostgresResult(PQexec(connection_.get(), "SET default_transaction_read_only = on")).get());
}

void PostgresConnection::lose() {
  throw ConnectionLost("cannot reach the database: " + in_one_line(PQerrorMessage(connection_.get())));
}

void PostgresConnection::check(const PGresult* result) {
  const ExecStatusType status = PQresultStatus(result);
  if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return;
  const char* const code = PQresultErrorField(result, PG_DIAG_SQLSTATE);
  // 08: trouble with the connection; 57P: the server goes down, or an administrator ends this connection;
  // 25006: it has become one that may only be read.
  const std::string_view reason = code == nullptr ? "" : code;
  if (reason.empty() || reason.starts_with("08") || reason.starts_with("57P") || reason == "25006" ||
      PQstatus(connection_.get()) != CONNECTION_OK) {
    throw ConnectionLost("cannot reach the database: " + in_one_line(PQresultErrorMessage(result)));
  }
  throw StatementFailed("the database failed: " + in_one_line(PQresultErrorMessage(result)), code);
}

void PostgresConnection::run(const std::string& script) {
  assert(awaited_.empty());
  // PQexec, which takes several statements in one text, is not allowed in a pipeline.
  if (PQpipelineStatus(connection_.get()) != PQ_PIPELINE_OFF) PQexitPipelineMode(connection_.get());
  PQsetnonblocking(connection_.get(), 0);
  check(PostgresResult(PQexec(connection_.get(), script.c_str())).get());
}

void PostgresConnection::lift_time_limits() {
  run("SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0");
  silence_ = kLongSilence;
}

// What has arrived may have been read together with the answer to something else: it is looked at first.
std::vector<std::string> PostgresConnection::notices(int wake, std::chrono::milliseconds patience) {
  std::vector<std::string> told;
  const auto take = [&] {
    // The payload alone: each connection listens to one channel.
    while (const std::unique_ptr<PGnotify, void (*)(void*)> notice{PQnotifies(connection_.get()), PQfreemem})
      told.emplace_back(notice->extra);
  };
  take();
  std::array<pollfd, 2> sources{pollfd{PQsocket(connection_.get()), POLLIN, 0}, pollfd{wake, POLLIN, 0}};
  if (!told.empty() || ::poll(sources.data(), sources.size(), static_cast<int>(patience.count())) <= 0)
    return told;
  if (std::uint64_t times = 0; sources[1].revents != 0) std::ignore = ::read(wake, &times, sizeof times);
  if (sources[0].revents != 0 && PQconsumeInput(connection_.get()) == 0) lose();
  take();
  return told;
}

// A server that ends a connection says why; that it has ended is seen by the next read alone.
bool PostgresConnection::is_alive() {
  pollfd socket{PQsocket(connection_.get()), POLLIN, 0};
  while (::poll(&socket, 1, 0) > 0) {
    if (PQconsumeInput(connection_.get()) == 0) return false;
  }
  return PQstatus(connection_.get()) == CONNECTION_OK;
}

// ---- there -----------------------------------------------------------------------------------------------

void PostgresConnection::begin_pipeline() {
  if (PQpipelineStatus(connection_.get()) != PQ_PIPELINE_OFF) return;
  check_sent(PQsetnonblocking(connection_.get(), 1) == 0 && PQenterPipelineMode(connection_.get()) == 1);
}

void PostgresConnection::check_sent(int sent) {
  if (sent == 0) lose();
}

void PostgresConnection::send_prepared(const char* sql, std::span<const PostgresParameter> parameters) {
  begin_pipeline();
  const char* const name = prepared(sql, parameters);
  const Arrays arrays(parameters);
  check_sent(PQsendQueryPrepared(connection_.get(), name, arrays.count(), arrays.data.data(),
                                 arrays.sizes.data(), arrays.formats.data(), kBinary));
  awaited_.push_back(Awaited::answer);
}

void PostgresConnection::send_text(const std::string& sql, std::span<const PostgresParameter> parameters) {
  begin_pipeline();
  const Arrays arrays(parameters);
  check_sent(PQsendQueryParams(connection_.get(), sql.c_str(), arrays.count(), arrays.types.data(),
                               arrays.data.data(), arrays.sizes.data(), arrays.formats.data(), kBinary));
  awaited_.push_back(Awaited::answer);
}

const char* PostgresConnection::prepared(const char* sql, std::span<const PostgresParameter> parameters) {
  std::string& name = names_[sql];
  if (name.empty()) {
    // Prepared in the same pipeline as its first use: no round trip of its own.
    name.append("s").append(std::to_string(names_.size()));
    const Arrays arrays(parameters);
    check_sent(PQsendPrepare(connection_.get(), name.c_str(), sql, arrays.count(), arrays.types.data()));
    awaited_.push_back(Awaited::preparation);
  }
  return name.c_str();
}

void PostgresConnection::flush() {
  check_sent(PQsendFlushRequest(connection_.get()));
}

void PostgresConnection::sync() {
  check_sent(PQpipelineSync(connection_.get()));
}

// ---- and back --------------------------------------------------------------------------------------------

void PostgresConnection::wait(bool for_writing, steady_clock::time_point deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - steady_clock::now());
  pollfd socket{PQsocket(connection_.get()), static_cast<short>(POLLIN | (for_writing ? POLLOUT : 0)), 0};
  if (left.count() <= 0 || ::poll(&socket, 1, static_cast<int>(left.count())) == 0)
    throw ConnectionLost("cannot reach the database: it does not answer");
}

// Never blocks in libpq, which would wait for ever for a server that stands still.
PGresult* PostgresConnection::next_result() {
  // For each result anew: a long batch is not silent.
  const auto deadline = steady_clock::now() + silence_;
  while (true) {
    const int unsent = PQflush(connection_.get());
    if (unsent < 0) lose();
    if (unsent == 0 && PQisBusy(connection_.get()) == 0) return PQgetResult(connection_.get());
    wait(unsent > 0, deadline);
    if (PQconsumeInput(connection_.get()) == 0) lose();
  }
}

PostgresResult PostgresConnection::receive() {
  while (true) {
    assert(!awaited_.empty());
    const Awaited awaited = awaited_.front();
    awaited_.pop_front();
    PostgresResult result(next_result());
    check(result.get());
    // The null pointer with which libpq ends the results of a statement.
    const PostgresResult end(next_result());
    assert(end.get() == nullptr);
    if (awaited == Awaited::answer) return result;
  }
}

void PostgresConnection::receive_sync() {
  const PostgresResult end(next_result());
  if (PQresultStatus(end.get()) != PGRES_PIPELINE_SYNC) lose();
}

}  // namespace storage
