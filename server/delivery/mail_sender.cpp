#include "server/delivery/mail_sender.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

#include "server/base/attempt.h"
#include "server/base/log.h"
#include "server/base/service_thread.h"
#include "server/base/utf8.h"
#include "server/identity/tokens.h"
#include "server/push/mail_address.h"

namespace server {

namespace {

using Clock = std::chrono::steady_clock;
using Kind = MailOutcome::Kind;

constexpr std::chrono::hours kBetweenLines{1};  // Of the log.

/// One line without an address.
std::string for_log(const std::string& why) {
  std::string line = push::without_mail_addresses(why);
  for (char& c : line)
    if (is_control(c)) c = ' ';
  return line;
}

/// What the record thread has made of a write; told by the network thread, waited for by that of mail.
struct Written {
  std::mutex mutex{};
  std::condition_variable_any told{};
  std::optional<Persisted> outcome{};
};

}  // namespace

/// All of the thread but its start and end; `confirm` alone is of other threads.
class MailSender::Core {
 public:
  Core(storage::Store& store, RecordQueue& records, Executor network, Metrics& metrics, Options options)
      : store_(store),
        records_(records),
        network_(std::move(network)),
        metrics_(metrics),
        options_(std::move(options)) {}

  void confirm(std::string code, storage::MailNotSent unsent) {
    {
      const std::lock_guard lock(mutex_);
      if (codes_.size() >= kMostWaiting) return;
      codes_.push_back({std::move(code), std::move(unsent), Clock::now(), 0});
    }
    wake_.notify_one();
  }

  void run(const std::stop_token& stop) {
    auto next_look = Clock::now();
    while (!stop.stop_requested()) {
      attempt("mail", [&] {
        send_confirmations(stop);
        if (Clock::now() < next_look) return;
        next_look = Clock::now() + options_.every;
        look(stop);
      });
      wait(stop, next_look);
    }
  }

 private:
  struct Confirmation {
    std::string code;
    storage::MailNotSent unsent;
    Clock::time_point due;
    int tries;
  };

  storage::Millis now() const { return options_.now().time_since_epoch().count(); }
  MailStamp stamp() const { return {std::chrono::floor<std::chrono::seconds>(options_.now()), new_token()}; }

  void wait(const std::stop_token& stop, Clock::time_point next_look);
  std::optional<Confirmation> take_confirmation();
  void send_confirmations(const std::stop_token& stop);
  void send(Confirmation confirmation, const std::stop_token& stop);
  void look(const std::stop_token& stop);
  void send(const storage::DueMail& due, const std::stop_token& stop);
  MailOutcome run_command(const std::string& user, const std::string& message, const std::stop_token& stop);
  void note(const std::string& user, const MailOutcome& outcome);
  template <class Read>
  auto read(Read read) -> std::optional<decltype(read(std::declval<storage::Reader&>()))>;
  bool write(storage::Write write, const std::stop_token& stop);

  storage::Store& store_;
  RecordQueue& records_;
  const Executor network_;
  Metrics& metrics_;
  const Options options_;

  std::mutex mutex_{};  // Guards the codes.
  std::condition_variable_any wake_{};
  std::deque<Confirmation> codes_{};

  // Of the thread alone.
  std::shared_ptr<storage::Reader> reader_{};
  bool failed_ = false;  // The records could not be read the last time.
  std::optional<Clock::time_point> last_line_{};
};

// ---- what is due ------------------------------------------------------------------------------------------

/// Until there is something to do.
void MailSender::Core::wait(const std::stop_token& stop, Clock::time_point next_look) {
  std::unique_lock lock(mutex_);
  auto until = next_look;
  for (const Confirmation& each : codes_) until = std::min(until, each.due);
  const auto known = codes_.size();
  wake_.wait_until(lock, stop, until, [&] { return codes_.size() != known; });
}

/// The first that is due.
std::optional<MailSender::Core::Confirmation> MailSender::Core::take_confirmation() {
  const std::lock_guard lock(mutex_);
  const auto is_due = [now = Clock::now()](const Confirmation& each) { return each.due <= now; };
  const auto found = std::find_if(codes_.begin(), codes_.end(), is_due);
  if (found == codes_.end()) return std::nullopt;
  Confirmation taken = std::move(*found);
  codes_.erase(found);
  return taken;
}

void MailSender::Core::send_confirmations(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    auto next = take_confirmation();
    if (!next) return;
    send(*std::move(next), stop);
  }
}

/// People wait for confirmations: they go before the next digest.
void MailSender::Core::look(const std::stop_token& stop) {
  const auto due = read([this](storage::Reader& reader) { return reader.due_mails(now(), kMostRead); });
  if (!due) return;
  auto waiting = static_cast<double>(due->size());
  for (const storage::DueMail& each : *due) {
    metrics_.mails_waiting.Set(waiting--);
    send_confirmations(stop);
    if (stop.stop_requested()) return;
    send(each, stop);
  }
  metrics_.mails_waiting.Set(0);
}

// ---- one mail ---------------------------------------------------------------------------------------------

void MailSender::Core::send(Confirmation confirmation, const std::stop_token& stop) {
  const auto found = read(
      [&](storage::Reader& reader) { return reader.mail_to_confirm(hash_token(confirmation.code), now()); });
  // Another address has taken its place, or it is not to be written to.
  auto kind = found ? Kind::refused : Kind::later;
  if (found && *found)
    kind = run_command((*found)->user,
                       confirmation_mail(options_.stationery, stamp(), **found, confirmation.code), stop)
               .kind;
  if (kind == Kind::sent || kind == Kind::stopped) return;
  // A look at records that cannot be read is no try.
  if (kind == Kind::refused || (found && ++confirmation.tries >= kMostTries)) {
    // Else the address could not be asked for again before the day is over.
    write(std::move(confirmation.unsent), stop);
    return;
  }
  confirmation.due = Clock::now() + options_.confirming_rest;
  const std::lock_guard lock(mutex_);
  codes_.push_back(std::move(confirmation));
}

void MailSender::Core::send(const storage::DueMail& due, const std::stop_token& stop) {
  const auto notices =
      read([&](storage::Reader& reader) { return reader.unread_after(due.user, due.mailed_until, now()); });
  if (!notices) return;
  if (notices->empty()) {
    write(storage::SkipMail{due.user, due.due}, stop);
    return;
  }
  const storage::Millis at = now();
  if (!write(storage::ClaimMail{due.user, due.due, at, notices->front().number}, stop)) return;
  const auto outcome = run_command(due.user, digest_mail(options_.stationery, stamp(), due, *notices), stop);
  if (outcome.kind == Kind::sent || outcome.kind == Kind::stopped) return;
  const bool again = outcome.kind == Kind::later && due.tries + 1 < kMostTries;
  write(storage::FailMail{.user = due.user,
                          .at = at,
                          .mailed_until = due.mailed_until,
                          .due = again ? now() + options_.rest.count() : 0,
                          .tries = again ? due.tries + 1 : 0},
        stop);
}

MailOutcome MailSender::Core::run_command(const std::string& user, const std::string& message,
                                          const std::stop_token& stop) {
  MailOutcome outcome = run_mail_command(options_.command, message, options_.patience, stop);
  if (outcome.kind == Kind::sent) {
    metrics_.mails_sent.Increment();
  } else if (outcome.kind != Kind::stopped) {
    metrics_.mails_failed.Increment();
    note(user, outcome);
  }
  return outcome;
}

void MailSender::Core::note(const std::string& user, const MailOutcome& outcome) {
  const auto now = Clock::now();
  if (last_line_ && now < *last_line_ + kBetweenLines) return;
  last_line_ = now;
  log_event(LogLevel::warn, "mail_not_sent", {{"user", user}, {"why", for_log(outcome.why)}});
}

// ---- records ----------------------------------------------------------------------------------------------

/// None: they cannot be read now.
template <class Read>
auto MailSender::Core::read(Read read) -> std::optional<decltype(read(std::declval<storage::Reader&>()))> {
  try {
    if (!reader_) reader_ = store_.open_reader();
    auto found = read(*reader_);
    failed_ = false;
    return found;
  } catch (const storage::Error& error) {
    reader_.reset();
    records_.count_failed_read();
    if (!std::exchange(failed_, true)) log_event(LogLevel::warn, "mail_not_read", {{"why", error.what()}});
    return std::nullopt;
  }
}

/// On the record thread, by way of the network thread. False: it is not done, or that is not known, or the
/// server ends.
bool MailSender::Core::write(storage::Write write, const std::stop_token& stop) {
  const auto written = std::make_shared<Written>();
  boost::asio::post(network_, [&records = records_, written, write = std::move(write)]() mutable {
    std::vector<storage::Write> writes{std::move(write)};
    records.commit(std::move(writes), [written](Persisted outcome) {
      {
        const std::lock_guard lock(written->mutex);
        written->outcome = outcome;
      }
      written->told.notify_one();
    });
  });
  std::unique_lock lock(written->mutex);
  written->told.wait(lock, stop, [&] { return written->outcome.has_value(); });
  return written->outcome == Persisted::done;
}

// -----------------------------------------------------------------------------------------------------------

MailSender::MailSender(storage::Store& store, RecordQueue& records, Executor network, Metrics& metrics,
                       Options options)
    : core_(std::make_unique<Core>(store, records, std::move(network), metrics, std::move(options))),
      thread_(start_service("mail", [core = core_.get()](const std::stop_token& stop) { core->run(stop); })) {
}

MailSender::~MailSender() = default;

void MailSender::confirm(std::string code, storage::MailNotSent unsent) {
  core_->confirm(std::move(code), std::move(unsent));
}

}  // namespace server
