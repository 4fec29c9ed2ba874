#include "server/api/account_api.h"

#include "server/api/api_error.h"
#include "server/api/read_form.h"

namespace server {
namespace {

using Json = nlohmann::ordered_json;  // Written, never read: it compares each key with all before it.
using protocol::Fields;

Json to_json(const protocol::User& user) {
  Json json = {{"id", user.id}, {"name", user.name}, {"guest", user.guest}};
  if (user.program) json["program"] = true;
  return json;
}

Json to_json(const Accounts::SessionLine& line) {
  return {{"id", line.id},
          {"client", line.client},
          {"created", line.created.time_since_epoch().count()},
          {"seen", line.seen.time_since_epoch().count()},
          {"current", line.current}};
}

struct Credentials {
  std::string name, password, client;
  bool program = false;
};
struct NewPassword {
  std::string old_one, new_one;
};

// A field has at most protocol::kMaxText bytes.
Credentials read_credentials(Fields& fields) {
  return {.name = fields.text("name"),
          .password = fields.text("password"),
          .client = fields.text_or_empty("client"),
          .program = false};
}

Credentials read_registration(Fields& fields) {
  Credentials form = read_credentials(fields);
  form.program = fields.flag_or("program", false);
  return form;
}

NewPassword read_new_password(Fields& fields) {
  return {.old_one = fields.text("old"), .new_one = fields.text("new")};
}

bool read_everywhere(Fields& fields) {
  return fields.flag_or("everywhere", false);
}

/// Only its presence is asked here: what a password may be is for Accounts to say.
std::string read_password(Fields& fields) {
  return fields.text("password");
}

Accounts::Caller caller_of(const HttpRequest& request) {
  // This machine has no address: its limits would be those of all who come through a proxy on it.
  return {.token = request.bearer,
          .address = request.from_this_machine ? std::string() : request.address,
          .client = {}};
}

/// Answers with what `write` makes of the answer, or with the error.
// For every answer of Accounts, whichever type it has. @param status of success
template <class Answer, class Write>
Accounts::Done<Answer> answer_with(Respond respond, Write write, int status = 200) {
  return [respond = std::move(respond), write, status](const Accounts::Result<Answer>& answer) {
    if (!answer) return respond(refusal(answer.error()));
    respond(json_response(write(*answer).dump(), status));
  };
}

Json admission_json(const Accounts::Admission& admission) {
  return {{"user", to_json(admission.user)}, {"token", admission.token}};
}

Json nothing_json(const std::monostate&) {
  return Json::object();
}

}  // namespace

void AccountApi::mount(Router& router) {
  router.add("GET", "/api/me", this, &AccountApi::show_user);
  router.add("DELETE", "/api/me", this, &AccountApi::forget_guest);
  router.add("GET", "/api/me/sessions", this, &AccountApi::list_sessions);
  router.add("DELETE", "/api/me/sessions/*", this, &AccountApi::end_session);
  post(router, "/api/auth/register", read_registration,
       [this](Accounts::Caller caller, Credentials form, Respond respond) {
         caller.client = std::move(form.client);
         accounts_.sign_up(caller, form.name, std::move(form.password),
                           answer_with<Accounts::Admission>(std::move(respond), admission_json, 201),
                           form.program);
       });
  post(router, "/api/auth/login", read_credentials,
       [this](Accounts::Caller caller, Credentials form, Respond respond) {
         caller.client = std::move(form.client);
         accounts_.log_in(caller, form.name, std::move(form.password),
                          answer_with<Accounts::Admission>(std::move(respond), admission_json));
       });
  post(router, "/api/auth/logout", read_everywhere,
       [this](const Accounts::Caller& caller, bool everywhere, Respond respond) {
         accounts_.log_out(caller, everywhere, answer_with<std::monostate>(std::move(respond), nothing_json));
       });
  post(router, "/api/me/password", read_new_password,
       [this](const Accounts::Caller& caller, NewPassword form, Respond respond) {
         accounts_.change_password(caller, std::move(form.old_one), std::move(form.new_one),
                                   answer_with<std::monostate>(std::move(respond), nothing_json));
       });
  post(router, "/api/me/close", read_password,
       [this](const Accounts::Caller& caller, std::string password, Respond respond) {
         accounts_.close(caller, std::move(password),
                         answer_with<std::monostate>(std::move(respond), nothing_json));
       });
}

/// Answers POST: `serve(caller, form, respond)` has what `read(fields)` made of the body, on the pool.
template <class Read, class Serve>
void AccountApi::post(Router& router, std::string_view pattern, Read read, Serve serve) {
  router.add("POST", pattern, [this, read, serve](const HttpRequest& request, const auto&, Respond respond) {
    work_.run(
        {WorkPool::Lane::quick, budget_of(request).address},
        [body = request.body, read] { return read_form(body, read); },
        [serve, caller = caller_of(request), respond = std::move(respond)](auto form) {
          if (!form) return respond(records_unavailable());
          if (!*form) return respond(wrong_field(form->error()));
          serve(caller, **std::move(form), respond);
        });
  });
}

void AccountApi::show_user(const HttpRequest& request, Respond respond) {
  const auto write = [](const protocol::User& user) { return Json({{"user", to_json(user)}}); };
  accounts_.who_is(caller_of(request), answer_with<protocol::User>(std::move(respond), write));
}

void AccountApi::forget_guest(const HttpRequest& request, Respond respond) {
  accounts_.forget_guest(caller_of(request), answer_with<std::monostate>(std::move(respond), nothing_json));
}

void AccountApi::list_sessions(const HttpRequest& request, Respond respond) {
  using Lines = std::vector<Accounts::SessionLine>;
  const auto write = [](const Lines& lines) {
    Json sessions = Json::array();
    for (const Accounts::SessionLine& line : lines) sessions.push_back(to_json(line));
    return Json({{"sessions", std::move(sessions)}});
  };
  accounts_.list_sessions(caller_of(request), answer_with<Lines>(std::move(respond), write));
}

void AccountApi::end_session(const HttpRequest& request, const std::string& id, Respond respond) {
  accounts_.end_session(caller_of(request), id,
                        answer_with<std::monostate>(std::move(respond), nothing_json));
}

}  // namespace server
