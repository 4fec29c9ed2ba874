#include "storage/postgres/postgres_store.h"

#include <random>
#include <thread>

#include "storage/postgres/postgres_change_feed.h"
#include "storage/postgres/postgres_lease.h"
#include "storage/postgres/postgres_lobby_directory.h"
#include "storage/postgres/postgres_reader.h"
#include "storage/postgres/postgres_schema.h"
#include "storage/postgres/postgres_task_queue.h"
#include "storage/postgres/queries.h"
#include "storage/sql/challenge_statements.h"
#include "storage/sql/order.h"
#include "storage/sql/queries.h"
#include "storage/sql/report_queries.h"
#include "storage/sql/tournament_queries.h"
#include "storage/sql/values.h"

namespace storage {

namespace {

using std::chrono::steady_clock;

constexpr std::chrono::milliseconds kBetweenLooks{20};
constexpr std::chrono::seconds kPatienceAtStart{20};

/// Of a batch that met another one, or lost its connection; and of one that was told of a key.
constexpr int kMostRepeats = 10;
// A key that two servers write at once is seen by the second try; one that is really taken shows again, and
// is then the statement's own fault.
constexpr int kMostRepeatsForKeys = 2;

std::string new_name() {
  std::random_device random;
  std::string name;
  for (int i = 0; i < 4; ++i) name += std::to_string(random()) + (i < 3 ? "-" : "");
  return name;
}

/// What an event may change in the row of its game: the ending, the seats, the opening, the due moment.
using Sets = std::array<bool, 4>;

constexpr std::size_t statement_number(const Sets& sets) {
  return (sets[0] ? 1u : 0u) + (sets[1] ? 2u : 0u) + (sets[2] ? 4u : 0u) + (sets[3] ? 8u : 0u);
}

/// By statement_number(); the first, where nothing is changed, is empty.
std::array<std::string, 16> append_statements() {
  using namespace sql::postgres;
  static constexpr std::array kSets{kSetEnding, kSetSeats, kSetOpening, kSetDue};
  std::array<std::string, 16> statements;
  for (std::size_t number = 1; number < statements.size(); ++number) {
    std::string set;
    for (std::size_t part = 0; part < kSets.size(); ++part) {
      if ((number >> part & 1) != 0) set.append(set.empty() ? "" : ", ").append(kSets[part]);
    }
    statements[number] = std::string(kBeforeAppend) + sql::kAppendEvent + kAfterAppend + set + kOfAppended;
  }
  return statements;
}

}  // namespace

PostgresStore::PostgresStore(const std::string& url, const Node& self, std::chrono::milliseconds patience)
    : patience_(patience), connector_(url) {
  auto connection =
      std::make_unique<PostgresConnection>(url, PostgresConnection::Use::write, kPatienceAtStart);
  migrate(*connection);
  const std::string name = self.name.empty() ? new_name() : self.name;
  node_.epoch = connection->ask(sql::postgres::kRegisterNode, name, self.url).row(0).millis();
  attach(std::move(connection));
}

PostgresStore::~PostgresStore() = default;

std::shared_ptr<Reader> PostgresStore::open_reader() {
  return std::make_shared<PostgresReader>(connector_, node_);
}

std::unique_ptr<Lease> PostgresStore::lease() {
  return std::make_unique<PostgresLease>(connector_, node_);
}

std::unique_ptr<ChangeFeed> PostgresStore::change_feed() {
  return std::make_unique<PostgresChangeFeed>(connector_);
}

std::unique_ptr<LobbyDirectory> PostgresStore::lobby_directory() {
  return std::make_unique<PostgresLobbyDirectory>(connector_, node_);
}

std::unique_ptr<TaskQueue> PostgresStore::task_queue() {
  return std::make_unique<PostgresTaskQueue>(connector_, node_);
}

void PostgresStore::connect() {
  attach(connector_.connect(PostgresConnection::Use::write));
}

void PostgresStore::attach(std::unique_ptr<PostgresConnection> connection) {
  const PostgresResult found = connection->ask(sql::postgres::kConnectNode, node_.epoch);
  if (!found.any()) throw TakenOver();
  PostgresRow row = found.row(0);
  connection_number_ = row.millis();
  committed_batch_ = row.millis();
  connection_ = std::move(connection);
}

std::vector<WriteResult> PostgresStore::commit(std::span<const Write> writes) {
  if (node_.left) throw Error("this server has left the others");
  try {
    return carry_out(writes);
  } catch (const OutcomeUnknown&) {
    throw;  // It may have left.
  } catch (const Error&) {
    node_.left = false;  // Of a batch that did not happen it was not the last.
    throw;
  }
}

// A caller that cannot reach the database before anything is sent hears it at once. One that loses it later
// waits: most often it is back in a moment, and until then it is unknown whether the batch has happened.
std::vector<WriteResult> PostgresStore::carry_out(std::span<const Write> writes) {
  if (connection_ && !connection_->is_alive()) connection_.reset();
  if (!connection_) connect();
  // The number stays the same over all repeats of this call: that is how has_happened() tells done from not
  // done.
  ++batch_;
  const auto deadline = steady_clock::now() + patience_;
  for (int repeats = 0;; ++repeats) {
    try {
      send(writes);
      receive();
      is_known_ = true;
      // From here on only the commit can fail, which is no write's fault.
      failing_.reset();
      connection_->receive();  // The commit's.
      connection_->receive_sync();
      return results_;
    } catch (const StatementFailed& failed) {
      connection_.reset();
      if (failed.is_on_purpose()) connect();  // Throws TakenOver, or else it was for the connection's number.
      const bool again = (failed.met_another() && repeats < kMostRepeats) ||
                         (failed.is_about_a_key() && repeats < kMostRepeatsForKeys);
      if (!again && failing_ && failed.is_of_the_statement()) throw WriteFailed(failed.what(), *failing_);
      if (!again) throw;
      connect();
    } catch (const ConnectionLost& lost) {
      connection_.reset();
      if (has_happened(lost, deadline)) {
        if (is_known_) return results_;
        throw OutcomeUnknown("the database has committed, but its answer was lost");
      }
      if (repeats == kMostRepeats || steady_clock::now() >= deadline) throw Error(lost.what());
    } catch (const Error&) {
      connection_.reset();
      throw;
    } catch (const std::exception& defect) {
      connection_.reset();
      if (writing_ < writes.size()) throw WriteFailed(defect.what(), writing_);
      throw Error(defect.what());
    }
  }
}

// The results are on their way before the commit begins: a caller that loses the commit's answer has them.
void PostgresStore::send(std::span<const Write> writes) {
  writing_ = writes.size();
  results_.assign(writes.size(), WriteResult::done);
  awaited_.clear();
  is_known_ = is_out_ = false;
  connection_->send(sql::postgres::kBegin);
  connection_->send(sql::postgres::kBeginBatch, node_.epoch, connection_number_, batch_);
  awaited_.assign(2, Awaited());
  for (writing_ = 0; writing_ < writes.size(); ++writing_) {
    std::visit([this](const auto& write) { this->write(write); }, writes[writing_]);
  }
  connection_->flush();
  is_out_ = true;
  connection_->send(sql::postgres::kCommit);
  connection_->sync();
}

void PostgresStore::receive() {
  for (; !awaited_.empty(); awaited_.pop_front()) {
    const auto [write, decides] = awaited_.front();
    failing_ = write;
    const PostgresResult answer = connection_->receive();
    // A write is refused if any statement that decides has changed nothing.
    if (decides && !answer.any()) results_[*write] = WriteResult::refused;
  }
}

// A new connection means: what the old one had under way has ended, one way or the other.
bool PostgresStore::has_happened(const ConnectionLost& lost, steady_clock::time_point deadline) {
  while (true) {
    try {
      connect();
      // kConnectNode has waited for the old connection's transaction, and has made its connection number
      // void: nothing of it can happen any more.
      return committed_batch_ == batch_;
    } catch (const TakenOver&) {
      if (node_.left) return true;  // No other node took the row away.
      throw;
    } catch (const Error&) {
      if (steady_clock::now() < deadline) {
        std::this_thread::sleep_for(kBetweenLooks);
        continue;
      }
      if (is_out_) throw OutcomeUnknown(lost.what());
      throw Error(lost.what());
    }
  }
}

// ---- games -----------------------------------------------------------------------------------------------

// What comes of two seeks, of another game or of a challenge needs a round trip more: only if both wait, the
// game has not gone on, or it is open, there is one to be written.
void PostgresStore::write(const CreateGame& create) {
  const auto& [one, other] = create.seeks;
  const bool is_paired = !one.empty();
  if (is_paired && ask(sql::postgres::kLockSeeks, one, other).row(0).millis() != 2) return refuse();
  if (create.link && !ask(sql::postgres::kIsNextEvent, create.link->game, create.link->v).any())
    return refuse();
  if (!create.challenge.empty() && !is_open(create)) return refuse();
  insert(create);
  if (const auto& [host, out, muted] = create.game.order; create.game.order != RoomOrder())
    also(sql::kKeepOrder, create.game.id, host, sql::join_ids(out), sql::join_ids(muted));
  if (is_paired) {
    also(sql::postgres::kEndOtherSeeks, one, other, create.game.id);
    also(sql::postgres::kSeatSeeks, one, other, create.game.id);
  }
  if (create.challenge.empty()) return;
  also(sql::kAcceptChallenge, create.challenge, create.game.id, create.game.created + kEndedChallengeStays);
  also(sql::postgres::kTellOfChallenge, create.challenge);
}

// A server that ends it at the same moment goes first, or waits.
bool PostgresStore::is_open(const CreateGame& create) {
  static const std::string locked = std::string(sql::kIsOpenChallenge) + " FOR UPDATE";
  return ask(locked.c_str(), create.challenge, create.game.created).any();
}

void PostgresStore::insert(const CreateGame& create) {
  if (!create.link) return decide(sql::kInsertGame, sql::values_of(create.game), std::tie(node_.epoch));
  static const std::string linked =
      std::string(sql::postgres::kBeforeLinked) + sql::kInsertGame + sql::postgres::kAfterLinked;
  decide(linked.c_str(), sql::values_of(create.game), std::tie(node_.epoch), sql::values_of(*create.link));
}

void PostgresStore::write(const RequestAnalysis& request) {
  decide(sql::postgres::kInsertAnalysis, std::tie(request.game, request.total, request.asked, node_.epoch));
}

void PostgresStore::write(const BeginSeek& begin) {
  decide(sql::postgres::kInsertSeek, sql::values_of(begin.seek), std::tie(node_.epoch));
}

void PostgresStore::write(const EndSeeks& end) {
  for (const std::string& id : end.ids) also(sql::postgres::kDeleteSeek, id);
}

void PostgresStore::write(const WithdrawSeek& withdraw) {
  decide(sql::postgres::kWithdrawSeek, std::tie(withdraw.id));
}

void PostgresStore::write(const Append& append) {
  static const auto statements = append_statements();
  const std::array sets{append.ending.has_value(), append.seats.has_value(), append.opening_code.has_value(),
                        append.due.has_value()};
  const std::string& statement = statements[statement_number(sets)];
  if (statement.empty()) return decide(sql::kAppendEvent, sql::values_of(append.event));
  const Ending ending = append.ending.value_or(Ending());
  const auto seats = append.seats.value_or(std::array<Seat, 2>());
  const std::string opening = append.opening_code.value_or("");
  const Millis due = append.due.value_or(0);
  decide(statement.c_str(), sql::values_of(append.event), sql::values_of(ending), sql::values_of(seats),
         std::tie(opening, due));
}

void PostgresStore::write(const Heartbeat& heartbeat) {
  decide(sql::postgres::kHeartbeat, std::tie(heartbeat.at));
}

void PostgresStore::write(const DropCaches&) {}

void PostgresStore::write(const Leave&) {
  node_.left = true;
  also(sql::postgres::kLeave, node_.epoch);
}

}  // namespace storage
