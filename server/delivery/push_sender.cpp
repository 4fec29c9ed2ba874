#include "server/delivery/push_sender.h"

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <iterator>
#include <list>
#include <set>
#include <utility>
#include <vector>

#include "server/base/addresses.h"
#include "server/base/attempt.h"
#include "server/base/log.h"
#include "server/base/service_thread.h"
#include "server/protocol/time.h"
#include "server/push/message.h"
#include "server/push/notice.h"
#include "server/push/quiet_hours.h"
#include "server/push/vapid.h"

namespace server {

namespace asio = boost::asio;
namespace ssl = asio::ssl;
using asio::ip::tcp;

namespace {

/// A message may be sent so often without it being known what became of it.
constexpr int kMostBegun = 2;
/// Due messages that are read at once.
constexpr std::size_t kMostRead = 256;
constexpr std::size_t kMostTokens = 64;
constexpr std::chrono::days kLongestLife{28};
/// Before it is sent again: longer than it may take, and longer than the answer is on its way to the records.
constexpr std::chrono::seconds kMargin{10};

storage::Millis now() {
  return server_now().time_since_epoch().count();
}

ssl::context tls_context(const std::string& authorities) {
  ssl::context context(ssl::context::tls_client);
  context.set_options(ssl::context::no_tlsv1 | ssl::context::no_tlsv1_1);
  context.set_default_verify_paths();
  if (!authorities.empty()) context.load_verify_file(authorities);
  context.set_verify_mode(ssl::verify_peer);
  return context;
}

bool may_be_taken_later(const PushOutcome& outcome) {
  const int status = outcome.status;
  return status == 0 || status == 408 || status == 425 || status == 429 || status >= 500;
}

}  // namespace

/// All of the thread but its start and end. The network thread holds it by weak pointers alone, and the
/// sender is destroyed on that thread, so no other thread ever destroys it.
class PushSender::Core : public std::enable_shared_from_this<Core> {
 public:
  Core(storage::Store& store, RecordQueue& records, Executor network, push::PrivateKey key, Options options)
      : store_(store),
        records_(records),
        network_(network),
        key_(std::move(key)),
        options_(std::move(options)),
        tls_(tls_context(options_.authorities)),
        timer_(io_),
        resolver_(io_) {
    if (!options_.look_up)
      options_.look_up = [this](const std::string& host, auto done) { resolve(host, std::move(done)); };
  }
  ~Core() { jobs_.clear(); }

  void run() {
    look();
    while (!io_.stopped()) attempt("push", [this] { io_.run(); });
  }
  void stop() { io_.stop(); }

 private:
  /// A message on its way, as the records have it.
  struct Job {
    storage::PushMessage message;
    std::string host;
    std::unique_ptr<PushDelivery> delivery{};
  };

  void look();
  void look_again();
  void take_up_next();
  bool take_up(const storage::PushMessage& message);
  bool is_busy(const std::string& host) const;
  void deliver(Job job, PushRequest request);
  PushRequest to_request(const storage::PushMessage& message, push::Endpoint to,
                         const push::Recipient& recipient);
  const std::string& authorization(const std::string& origin);
  void look_up(const std::string& host, std::function<void(PushDelivery::Endpoints)> done);
  void resolve(const std::string& host, std::function<void(PushDelivery::Endpoints)> done);
  void mark(const storage::PushKey& key);
  void end(const storage::PushKey& key, const PushOutcome& outcome);
  void written(const storage::PushKey& key, bool done);
  storage::Write after(const Job& job, const PushOutcome& outcome) const;
  void note(const std::string& host, const PushOutcome& outcome);
  void write(storage::Write write, std::function<void(bool done)> done);

  storage::Store& store_;
  RecordQueue& records_;
  const Executor network_;
  const push::PrivateKey key_;
  Options options_;
  ssl::context tls_;
  asio::io_context io_{1};
  asio::executor_work_guard<asio::io_context::executor_type> working_{io_.get_executor()};
  asio::steady_timer timer_;
  tcp::resolver resolver_;
  std::shared_ptr<storage::Reader> reader_{};
  std::list<storage::PushMessage> waiting_{};  // As of the last look.
  bool has_more_ = false;                      // Not all that is due was read then.
  std::map<storage::PushKey, Job> jobs_{};
  std::set<storage::PushKey> in_records_{};  // Whose end is being written.
  /// Who waits for the addresses of a host.
  std::map<std::string, std::vector<std::function<void(PushDelivery::Endpoints)>>> looked_up_{};
  struct Token {
    std::string text;
    std::chrono::system_clock::time_point made;
  };
  std::map<std::string, Token> tokens_{};  // By origin.
  bool failed_ = false;                    // The records could not be read the last time.
};

// ---- what is due ------------------------------------------------------------------------------------------

void PushSender::Core::look() {
  try {
    if (!reader_) reader_ = store_.open_reader();
    auto due = reader_->due_pushes(now(), static_cast<int>(kMostRead));
    failed_ = false;
    has_more_ = due.size() == kMostRead;
    waiting_.assign(std::move_iterator(due.begin()), std::move_iterator(due.end()));
  } catch (const std::exception& error) {
    reader_.reset();
    records_.count_failed_read();
    if (!std::exchange(failed_, true)) log_event(LogLevel::warn, "pushes_not_read", {{"why", error.what()}});
  }
  look_again();
  take_up_next();
}

void PushSender::Core::look_again() {
  timer_.expires_after(options_.every);
  timer_.async_wait([this](const boost::system::error_code& cancelled) {
    if (!cancelled) look();
  });
}

/// As many as there are places for.
/// Withdrawn ones among them are found out by mark().
void PushSender::Core::take_up_next() {
  for (auto next = waiting_.begin();
       next != waiting_.end() && jobs_.size() + in_records_.size() < kMostAtOnce;)
    next = take_up(*next) ? waiting_.erase(next) : std::next(next);
}

bool PushSender::Core::is_busy(const std::string& host) const {
  const auto is_of_host = [&](const auto& each) { return each.second.host == host; };
  return static_cast<std::size_t>(std::ranges::count_if(jobs_, is_of_host)) >= kMostOfHost;
}

/// False: it has to wait for its host.
bool PushSender::Core::take_up(const storage::PushMessage& message) {
  if (jobs_.contains(message.key) || in_records_.contains(message.key)) return true;
  const auto settle = [&](storage::Write last) {
    in_records_.insert(message.key);
    write(std::move(last), [this, key = message.key](bool done) { written(key, done); });
    return true;
  };
  if (message.begun >= kMostBegun) return settle(storage::DropPush{message.key, message.due});
  const storage::Millis at = push::after_quiet(message.settings, now());
  if (at > now())
    return settle(storage::DelayPush{message.key, message.due, at, message.begun, message.failures});
  auto endpoint = push::read_endpoint(message.to.endpoint, options_.services);
  if (endpoint && is_busy(endpoint->host)) return false;
  const auto recipient = push::read_recipient(message.to.p256dh, message.to.auth);
  if (!endpoint || !recipient)
    return settle(storage::EndPushSubscription{message.key.token_hash, message.to.endpoint});
  Job job{message, endpoint->host};
  deliver(std::move(job), to_request(message, *std::move(endpoint), *recipient));
  return true;
}

// ---- one message ------------------------------------------------------------------------------------------

PushRequest PushSender::Core::to_request(const storage::PushMessage& message, push::Endpoint to,
                                         const push::Recipient& recipient) {
  const auto left = std::chrono::milliseconds(message.expires - now());
  const auto life = std::chrono::floor<std::chrono::seconds>(left);
  const std::string origin = to.origin();
  return {.to = std::move(to),
          .authorization = authorization(origin),
          .topic = push::topic(message.key),
          .life = std::clamp<std::chrono::seconds>(life, std::chrono::seconds(0), kLongestLife),
          .body = push::encrypt(push::notice(message), recipient).value()};
}

/// Made anew when half of its life is over.
const std::string& PushSender::Core::authorization(const std::string& origin) {
  const auto moment = std::chrono::system_clock::now();
  if (tokens_.size() >= kMostTokens && !tokens_.contains(origin)) tokens_.clear();
  auto& [text, made] = tokens_[origin];
  if (text.empty() || moment - made > push::kTokenLife / 2) {
    made = moment;
    text =
        push::authorization(key_, options_.contact, origin, std::chrono::floor<std::chrono::seconds>(moment));
  }
  return text;
}

/// Who asks while a host is looked up waits for that answer: the DNS is asked one name after another, and one
/// of which it says nothing for long would be asked for by each of its messages, before the names of others.
void PushSender::Core::look_up(const std::string& host, std::function<void(PushDelivery::Endpoints)> done) {
  auto& asking = looked_up_[host];
  asking.push_back(std::move(done));
  if (asking.size() > 1) return;
  options_.look_up(host, [this, host](const PushDelivery::Endpoints& found) {
    const auto asked = looked_up_.extract(host);
    for (const auto& each : asked.mapped()) each(found);
  });
}

/// What is called is what was looked at: no name is resolved a second time.
void PushSender::Core::resolve(const std::string& host, std::function<void(PushDelivery::Endpoints)> done) {
  if (const auto fixed = options_.fixed.find(host); fixed != options_.fixed.end())
    return done({fixed->second});
  resolver_.async_resolve(host, "443", tcp::resolver::numeric_service,
                          [done = std::move(done)](const auto& error, const auto& found) {
                            PushDelivery::Endpoints endpoints;
                            for (const auto& each : found)
                              if (!error && is_public(each.endpoint().address()))
                                endpoints.push_back(each.endpoint());
                            done(std::move(endpoints));
                          });
}

void PushSender::Core::deliver(Job job, PushRequest request) {
  const storage::PushKey key = job.message.key;
  Job& kept = jobs_.emplace(key, std::move(job)).first->second;
  kept.delivery = std::make_unique<PushDelivery>(
      io_.get_executor(), tls_, [this](const auto& host, auto done) { look_up(host, std::move(done)); },
      std::move(request), options_.patience,
      PushDelivery::Callbacks{.ready = [this, key] { mark(key); },
                              .done = [this, key](const PushOutcome& outcome) { end(key, outcome); }});
}

/// The connection stands: from here on it may have been sent.
void PushSender::Core::mark(const storage::PushKey& key) {
  storage::PushMessage& message = jobs_.at(key).message;
  const storage::Millis due = now() + (options_.patience + kMargin).count();
  write(storage::DelayPush{key, message.due, due, message.begun + 1, message.failures},
        [this, key, due](bool done) {
          const auto job = jobs_.find(key);
          if (job == jobs_.end()) return;  // It took too long.
          if (done) {
            job->second.message.due = due;
            job->second.delivery->send();
          } else {
            jobs_.erase(job);
            take_up_next();
          }
        });
}

void PushSender::Core::end(const storage::PushKey& key, const PushOutcome& outcome) {
  const auto found = jobs_.find(key);
  note(found->second.host, outcome);
  in_records_.insert(key);
  write(after(found->second, outcome), [this, key](bool done) { written(key, done); });
  jobs_.erase(found);
}

/// There is a place again. Where nothing can be written no look follows at once.
void PushSender::Core::written(const storage::PushKey& key, bool done) {
  in_records_.erase(key);
  if (done && waiting_.empty() && has_more_) return look();
  take_up_next();
}

storage::Write PushSender::Core::after(const Job& job, const PushOutcome& outcome) const {
  const storage::PushMessage& message = job.message;
  const storage::PushKey& key = message.key;
  if (outcome.status == 404 || outcome.status == 410)
    return storage::EndPushSubscription{key.token_hash, message.to.endpoint};
  const int failures = message.failures + 1;
  if (!may_be_taken_later(outcome) || failures >= kMostFailures) return storage::DropPush{key, message.due};
  const auto rest = options_.first_rest * (std::int64_t{1} << (2 * message.failures));
  const auto wait = std::max<std::chrono::milliseconds>(rest, outcome.retry_after);
  const int begun = message.begun + (outcome.is_known ? 0 : 1);
  return storage::DelayPush{key, message.due, now() + wait.count(), begun, failures};
}

/// Endpoints are secrets of their browsers: of them the host alone is logged.
void PushSender::Core::note(const std::string& host, const PushOutcome& outcome) {
  const bool is_taken = outcome.status >= 200 && outcome.status < 300;
  const bool is_gone = outcome.status == 404 || outcome.status == 410;
  if (is_taken || is_gone) return;
  log_event(LogLevel::warn, "push_not_taken",
            {{"host", host}, {"status", outcome.status}, {"why", outcome.why}});
}

/// On the record thread, by way of the network thread.
void PushSender::Core::write(storage::Write write, std::function<void(bool done)> done) {
  asio::post(network_, [weak = weak_from_this(), write = std::move(write), done = std::move(done)]() mutable {
    const auto self = weak.lock();
    if (!self) return;
    std::vector<storage::Write> writes{std::move(write)};
    self->records_.commit(std::move(writes), [weak, done = std::move(done)](Persisted persisted) {
      if (const auto alive = weak.lock())
        asio::post(alive->io_, [done, persisted] { done(persisted == Persisted::done); });
    });
  });
}

// -----------------------------------------------------------------------------------------------------------

PushSender::PushSender(storage::Store& store, RecordQueue& records, Executor network, push::PrivateKey key,
                       Options options)
    : core_(std::make_shared<Core>(store, records, network, std::move(key), std::move(options))),
      thread_(start_service("push", [core = core_.get()](const std::stop_token& stop) {
        const std::stop_callback on_stop(stop, [core] { core->stop(); });
        core->run();
      })) {}

PushSender::~PushSender() = default;

}  // namespace server
