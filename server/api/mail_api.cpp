#include "server/api/mail_api.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "server/api/answer.h"
#include "server/api/read_form.h"
#include "server/push/mail_address.h"
#include "server/push/words.h"

namespace server {
namespace {

using Json = nlohmann::ordered_json;
using engine::Unexpected;
using protocol::ErrorCode;
template <class Found>
using Result = engine::Expected<Found, protocol::Error>;

/// In units of a small message; see games_api.cpp.
constexpr Cost kShowMail = 5, kChangeMail = 10, kAskForMail = 50;

constexpr std::size_t kMaxCode = 100;
/// `List-Unsubscribe=One-Click`, in whatever form the program of a reader sends it (RFC 8058).
constexpr std::size_t kMaxStopBody = 1 << 10;

/// What an account asks for.
struct Ask {
  std::optional<storage::Write> write{};  ///< None: it is so already.
  std::string code{};                     ///< That confirms the address; empty: none has to.
  storage::MailNotSent unsent{};          ///< Where the code does not leave.
  storage::Mailbox mailbox{};
};

storage::Millis now() {
  return server_now().time_since_epoch().count();
}

HttpResponse to_json(bool is_available, const std::optional<storage::Mailbox>& mailbox) {
  Json json{{"available", is_available}, {"address", nullptr}, {"confirmed", false}};
  if (mailbox) json["address"] = mailbox->address;
  if (mailbox) json["confirmed"] = mailbox->confirmed;
  return json_response(json.dump());
}

protocol::Error nothing_here() {
  return error(ErrorCode::not_found, "There is nothing here.");
}

storage::Mailbox read_mailbox(protocol::Fields& fields) {
  storage::Mailbox mailbox;
  mailbox.address = fields.text("address", push::kMaxMailAddress);
  if (!push::is_mail_address(mailbox.address)) fields.refuse("address");
  mailbox.language = fields.text("language");
  if (!push::is_language(mailbox.language)) fields.refuse("language");
  return mailbox;
}

/// Of an address that is confirmed only the language may be another.
Ask ask_again(const std::string& user, const storage::Mailbox& known, storage::Mailbox wanted) {
  wanted.confirmed = true;
  Ask ask{.mailbox = std::move(wanted)};
  if (ask.mailbox.language != known.language)
    ask.write = storage::ChangeMailLanguage{user, known.address, ask.mailbox.language};
  return ask;
}

/// For the pool.
Result<Ask> find_ask(storage::Reader& store, const std::string& user, storage::Mailbox wanted) {
  const auto known = store.mailbox(user);
  if (known && known->confirmed && known->address == wanted.address)
    return ask_again(user, *known, std::move(wanted));
  Ask ask{.code = new_token(), .mailbox = std::move(wanted)};
  storage::AskForMail write{.user = user,
                            .mailbox = ask.mailbox,
                            .address_hash = hash_token(push::mail_key(ask.mailbox.address)),
                            .code_hash = hash_token(ask.code),
                            .stop_code = new_token(),
                            .at = now()};
  if (const auto until = store.mail_refused_until(user, write.address_hash, write.at, write.limits);
      until > 0)
    return Unexpected(protocol::retry_after(Millis(until - write.at), ErrorCode::rate_limited,
                                            "That was asked for too often."));
  ask.unsent = {user, write.address_hash, write.code_hash};
  ask.write = std::move(write);
  return ask;
}

/// Calls `done()` once `write` is on disk; answers `refused` if it contradicts what is stored, else 503.
template <class Done>
void commit_then(RecordQueue& records, storage::Write write, Respond respond, HttpResponse refused,
                 Done done) {
  std::vector<storage::Write> writes{std::move(write)};
  records.commit(std::move(writes), [respond = std::move(respond), refused = std::move(refused),
                                     done = std::move(done)](Persisted persisted) {
    if (persisted == Persisted::done) return respond(done());
    respond(persisted == Persisted::refused ? refused : records_unavailable());
  });
}

}  // namespace

void MailApi::mount(Router& router) {
  router.add("GET", "/api/me/mail", this, &MailApi::show);
  router.add("POST", "/api/me/mail", this, &MailApi::ask);
  router.add("DELETE", "/api/me/mail", this, &MailApi::end);
  router.add("POST", "/api/mail/confirm", this, &MailApi::confirm);
  // Not by GET: what looks for bad links in mail opens them.
  router.add("POST", "/api/mail/stop", this, &MailApi::stop, kMaxStopBody);
  router.take_any_type("/api/mail/stop");
}

void MailApi::show(const HttpRequest& request, Respond respond) {
  const auto tell = [is_available = send_ != nullptr](storage::Reader& store, const std::string& token) {
    const auto session = session_of_account(store, token);
    return session ? to_json(is_available, store.mailbox(session->user.id)) : refusal(session.error());
  };
  answer_from_store(records_, request, kShowMail, std::move(respond), tell);
}

void MailApi::ask(const HttpRequest& request, Respond respond) {
  if (!send_) return respond(not_found());
  const auto read = [body = request.body](storage::Reader& store, const std::string& token) -> Result<Ask> {
    const auto session = session_of_account(store, token);
    if (!session) return Unexpected(session.error());
    auto mailbox = read_form(body, read_mailbox);
    if (!mailbox) return Unexpected(bad_field(mailbox.error()));
    return find_ask(store, session->user.id, *std::move(mailbox));
  };
  const auto write = [this, address = request.address](Ask ask, const Respond& answer) {
    // Where mail is sent, and nowhere else: who shares an address should not lose their asks to wrong ones.
    if (!ask.code.empty())
      if (const auto wait = asks_.refuse(address, std::chrono::steady_clock::now()))
        return answer(too_many_requests(*wait));
    if (!ask.write) return answer(to_json(true, ask.mailbox));
    std::vector<storage::Write> wanted{*std::move(ask.write)};
    records_.commit(std::move(wanted), [this, ask = std::move(ask), address, answer](Persisted persisted) {
      const bool is_mailed = !ask.code.empty();
      // One that stands without its mail would lock the address for a day.
      const bool may_stand = persisted == Persisted::done || persisted == Persisted::unknown;
      if (is_mailed && may_stand) send_(ask.code, ask.unsent);
      if (persisted == Persisted::done) return answer(to_json(true, ask.mailbox));
      if (is_mailed && !may_stand) asks_.give_back(address, std::chrono::steady_clock::now());
      answer(persisted == Persisted::refused ? too_many_requests(std::chrono::minutes(1))
                                             : records_unavailable());
    });
  };
  find_then(records_, request, kAskForMail, std::move(respond), read, write);
}

void MailApi::end(const HttpRequest& request, Respond respond) {
  const auto read = [](storage::Reader& store, const std::string& token) -> Result<storage::Write> {
    const auto session = session_of_account(store, token);
    if (!session) return Unexpected(session.error());
    return storage::Write(storage::EndMail{session->user.id});
  };
  const auto write = [this](storage::Write end, const Respond& answer) {
    commit_then(records_, std::move(end), answer, records_unavailable(),
                [this] { return to_json(send_ != nullptr, {}); });
  };
  find_then(records_, request, kChangeMail, std::move(respond), read, write);
}

void MailApi::confirm(const HttpRequest& request, Respond respond) {
  using Found = std::pair<storage::MailToConfirm, storage::ConfirmMail>;
  const auto read = [body = request.body](storage::Reader& store, const std::string&) -> Result<Found> {
    const auto code = read_form(body, [](protocol::Fields& fields) { return fields.text("code", kMaxCode); });
    if (!code) return Unexpected(bad_field(code.error()));
    storage::ConfirmMail confirm{hash_token(*code), now()};
    auto found = store.mail_to_confirm(confirm.code_hash, confirm.at);
    if (!found) return Unexpected(nothing_here());
    return Found(*std::move(found), std::move(confirm));
  };
  const auto write = [this](const Found& found, const Respond& answer) {
    commit_then(records_, found.second, answer, not_found(), [of = found.first] {
      return json_response(Json{{"name", of.name}, {"address", of.address}}.dump());
    });
  };
  find_then(records_, request, kChangeMail, std::move(respond), read, write);
}

void MailApi::stop(const HttpRequest& request, Respond respond) {
  const auto read = [code = query_field(request, "code")](storage::Reader& store,
                                                          const std::string&) -> Result<storage::Write> {
    if (!store.knows_stop_code(code)) return Unexpected(nothing_here());
    return storage::Write(storage::StopMail{code});
  };
  find_then(records_, request, kChangeMail, std::move(respond), read,
            [this](storage::Write stop, const Respond& answer) {
              commit_and_answer(records_, std::move(stop), answer, not_found());
            });
}

}  // namespace server
