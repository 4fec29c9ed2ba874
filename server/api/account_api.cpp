#include "server/api/account_api.h"

#include <nlohmann/json.hpp>

#include "server/api/api_error.h"

namespace server {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const protocol::User& user) {
  return {{"id", user.id}, {"name", user.name}, {"guest", user.guest}};
}

Json to_json(const Accounts::SessionLine& line) {
  return {{"id", line.id},
          {"client", line.client},
          {"created", line.created.time_since_epoch().count()},
          {"seen", line.seen.time_since_epoch().count()},
          {"current", line.current}};
}

/// The body of a request, an object; anything else reads as one without fields.
class Body {
 public:
  explicit Body(const HttpRequest& request) : json_(Json::parse(request.body, nullptr, false)) {
    if (!json_.is_object()) json_ = Json::object();
  }

  /// Empty if there is no such field, or no text in it.
  std::string text(const char* name) const {
    const auto found = json_.find(name);
    return found != json_.end() && found->is_string() ? found->get<std::string>() : std::string();
  }
  bool flag(const char* name) const {
    const auto found = json_.find(name);
    return found != json_.end() && found->is_boolean() && found->get<bool>();
  }
  /// The first of the fields that is missing or empty.
  std::optional<std::string> lacks(std::initializer_list<const char*> names) const {
    for (const char* name : names) {
      if (text(name).empty()) return name;
    }
    return std::nullopt;
  }

 private:
  Json json_;
};

Accounts::Caller caller_of(const HttpRequest& request, const std::string& client = {}) {
  return {.token = request.bearer,
          .address = request.from_this_machine ? std::string() : request.address,
          .client = client};
}

/// Answers with what `write` makes of the answer, or with the error.
template <class Answer, class Write>
Accounts::Done<Answer> answer_with(Respond respond, Write write, int status = 200) {
  return [respond = std::move(respond), write, status](const Accounts::Result<Answer>& answer) {
    if (!answer) return respond(refusal(answer.error()));
    HttpResponse response = json_response(write(*answer).dump());
    response.status = status;
    respond(std::move(response));
  };
}

Json admission_json(const Accounts::Admission& admission) {
  return {{"user", to_json(admission.user)}, {"token", admission.token}};
}

Json nothing_json(const Accounts::Nothing&) {
  return Json::object();
}

}  // namespace

void AccountApi::mount(Router& router) {
  using Function = void (AccountApi::*)(const HttpRequest&, Respond);
  const auto add = [&](std::string_view method, std::string_view pattern, Function function) {
    router.add(method, pattern, [this, function](const HttpRequest& request, const auto&, Respond respond) {
      (this->*function)(request, std::move(respond));
    });
  };
  add("POST", "/api/auth/register", &AccountApi::sign_up);
  add("POST", "/api/auth/login", &AccountApi::log_in);
  add("POST", "/api/auth/logout", &AccountApi::log_out);
  add("GET", "/api/me", &AccountApi::show_user);
  add("GET", "/api/me/sessions", &AccountApi::list_sessions);
  add("POST", "/api/me/password", &AccountApi::change_password);
  add("POST", "/api/me/close", &AccountApi::close_account);
  router.add("DELETE", "/api/me/sessions/*",
             [this](const HttpRequest& request, const auto& stars, Respond respond) {
               end_session(request, stars[0], std::move(respond));
             });
}

void AccountApi::sign_up(const HttpRequest& request, Respond respond) {
  const Body body(request);
  if (auto field = body.lacks({"name", "password"})) return respond(wrong_field(*std::move(field)));
  accounts_.sign_up(caller_of(request, body.text("client")), body.text("name"), body.text("password"),
                    answer_with<Accounts::Admission>(std::move(respond), admission_json, 201));
}

void AccountApi::log_in(const HttpRequest& request, Respond respond) {
  const Body body(request);
  if (auto field = body.lacks({"name", "password"})) return respond(wrong_field(*std::move(field)));
  accounts_.log_in(caller_of(request, body.text("client")), body.text("name"), body.text("password"),
                   answer_with<Accounts::Admission>(std::move(respond), admission_json));
}

void AccountApi::log_out(const HttpRequest& request, Respond respond) {
  accounts_.log_out(caller_of(request), Body(request).flag("everywhere"),
                    answer_with<Accounts::Nothing>(std::move(respond), nothing_json));
}

void AccountApi::show_user(const HttpRequest& request, Respond respond) {
  const auto write = [](const protocol::User& user) { return Json({{"user", to_json(user)}}); };
  accounts_.who_is(caller_of(request), answer_with<protocol::User>(std::move(respond), write));
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
                        answer_with<Accounts::Nothing>(std::move(respond), nothing_json));
}

void AccountApi::change_password(const HttpRequest& request, Respond respond) {
  const Body body(request);
  if (auto field = body.lacks({"old", "new"})) return respond(wrong_field(*std::move(field)));
  accounts_.change_password(caller_of(request), body.text("old"), body.text("new"),
                            answer_with<Accounts::Nothing>(std::move(respond), nothing_json));
}

void AccountApi::close_account(const HttpRequest& request, Respond respond) {
  const Body body(request);
  if (auto field = body.lacks({"password"})) return respond(wrong_field(*std::move(field)));
  accounts_.close(caller_of(request), body.text("password"),
                  answer_with<Accounts::Nothing>(std::move(respond), nothing_json));
}

}  // namespace server
