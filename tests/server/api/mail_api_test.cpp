#include "server/api/mail_api.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/identity/tokens.h"
#include "server/protocol/time.h"
#include "tests/server/api/http_caller.h"
#include "tests/storage/failing_stores.h"

namespace server {
namespace {

using Json = nlohmann::json;
using testing::IsEmpty;
using testing::SizeIs;

class MailApiTest : public testing::Test {
 protected:
  MailApiTest() {
    for (const char* name : {"lin", "mei", "wu"})
      http_.commit({storage::CreateAccount{
          {{"u_" + std::string(name), name, false, now()}, {name}, "password"}, hash_token(name)}});
    http_.commit({storage::CreateUser{{"g_guest", "Guest 7", true, 1}, hash_token("guest")}});
    api_.mount(http_.router());
  }
  static storage::Millis now() { return server_now().time_since_epoch().count(); }
  HttpResponse ask(const Json& body, const std::string& who = "lin", const std::string& address = "") {
    return http_.ask("POST", "/api/me/mail", who, body, address);
  }
  static Json form(const std::string& address, const std::string& language = "en") {
    return {{"address", address}, {"language", language}};
  }
  HttpResponse confirm(const std::string& code) {
    return http_.ask("POST", "/api/mail/confirm", "", {{"code", code}});
  }
  HttpResponse stop(const std::string& code, const std::string& method = "POST") {
    HttpRequest request;
    request.method = method;
    request.path = "/api/mail/stop";
    request.query = {{"code", code}};
    request.body = "List-Unsubscribe=One-Click";
    return http_.answer_to(request);
  }
  Json shown(const std::string& who = "lin") { return http_.get_json("/api/me/mail", who); }
  static Json mail(const Json& address, bool confirmed, bool available = true) {
    return {{"available", available}, {"address", address}, {"confirmed", confirmed}};
  }
  static std::string error(const HttpResponse& answer) {
    const Json error = Json::parse(answer.body)["error"];
    return std::to_string(answer.status) + ' ' + error.value("code", "") + ' ' + error.value("reason", "");
  }
  void subscribe() {
    ask(form("a@b.test"));
    confirm(codes_.at(0));
  }

  std::vector<std::string> codes_{};  ///< That were mailed, if they are of use.
  HttpCaller http_;
  const MailApi::Send send_ = [this](std::string code, const auto&) { codes_.push_back(std::move(code)); };
  MailApi api_{http_.records(), send_};
};

TEST_F(MailApiTest, AnAddressIsAskedForConfirmedAndRemoved) {
  EXPECT_EQ(shown(), mail(nullptr, false));
  EXPECT_EQ(Json::parse(ask(form("a@b.test")).body), mail("a@b.test", false));
  EXPECT_EQ(shown(), mail("a@b.test", false));
  ASSERT_THAT(codes_, SizeIs(1));
  const Json confirmed{{"name", "lin"}, {"address", "a@b.test"}};
  EXPECT_EQ(Json::parse(confirm(codes_[0]).body), confirmed);
  EXPECT_EQ(Json::parse(confirm(codes_[0]).body), confirmed) << "again";
  EXPECT_EQ(shown(), mail("a@b.test", true));
  EXPECT_EQ(shown("mei"), mail(nullptr, false));
  EXPECT_EQ(Json::parse(http_.ask("DELETE", "/api/me/mail", "lin").body), mail(nullptr, false));
  EXPECT_EQ(shown(), mail(nullptr, false));
  EXPECT_EQ(error(confirm(codes_[0])), "404 not_found ");
}

TEST_F(MailApiTest, OnlyItsCodeConfirms) {
  ask(form("a@b.test"));
  EXPECT_EQ(error(confirm("another")), "404 not_found ");
  EXPECT_EQ(error(confirm(hash_token(codes_.at(0)))), "404 not_found ") << "what is stored is of no use";
  EXPECT_EQ(error(confirm("")), "400 bad_message code");
  EXPECT_EQ(error(confirm(std::string(101, 'x'))), "400 bad_message code");
}

TEST_F(MailApiTest, IsForAccounts) {
  for (const HttpResponse& answer : {http_.get("/api/me/mail", "guest"), ask(form("a@b.test"), "guest"),
                                     http_.ask("DELETE", "/api/me/mail", "guest")})
    EXPECT_EQ(error(answer), "403 forbidden account");
  for (const HttpResponse& answer : {http_.get("/api/me/mail"), ask(form("a@b.test"), "unknown"),
                                     http_.ask("DELETE", "/api/me/mail", "unknown")})
    EXPECT_EQ(error(answer), "401 unauthorized ");
  EXPECT_THAT(codes_, IsEmpty());
}

TEST_F(MailApiTest, SaysWhatIsWrong) {
  EXPECT_EQ(error(ask(form("a@b"))), "400 bad_message address");
  EXPECT_EQ(error(ask(form("a@b.test\nBcc: c@d.test"))), "400 bad_message address");
  EXPECT_EQ(error(ask(form("a@b.test", "fr"))), "400 bad_message language");
  EXPECT_EQ(error(ask(Json::object())), "400 bad_message address");
  EXPECT_THAT(codes_, IsEmpty());
}

TEST_F(MailApiTest, IsSaidNotToBeThereWithoutACommand) {
  MailApi without(http_.records(), {});
  Router router;
  without.mount(router);
  HttpRequest request;
  request.path = "/api/me/mail";
  request.bearer = "lin";
  request.method = "GET";
  EXPECT_EQ(Json::parse(http_.answer_of(router, request).body), mail(nullptr, false, false));
  request.method = "POST";
  request.body = form("a@b.test").dump();
  EXPECT_EQ(error(http_.answer_of(router, request)), "404 not_found ");
  request.method = "DELETE";
  EXPECT_EQ(Json::parse(http_.answer_of(router, request).body), mail(nullptr, false, false));
}

TEST_F(MailApiTest, ThreeAsksADay) {
  for (int i = 0; i < 3; ++i) EXPECT_EQ(ask(form(std::to_string(i) + "@b.test")).status, 200);
  const HttpResponse answer = ask(form("3@b.test"));
  EXPECT_EQ(error(answer), "429 rate_limited ");
  const auto retry = Json::parse(answer.body)["error"]["retryMs"].get<storage::Millis>();
  EXPECT_GT(retry, storage::kMailDay - 60'000);
  EXPECT_LE(retry, storage::kMailDay);
  EXPECT_EQ(shown(), mail("2@b.test", false));
  EXPECT_THAT(codes_, SizeIs(3));
}

TEST_F(MailApiTest, AskingForTheSameAddressAgainIsLimited) {
  ask(form("a@b.test"));
  EXPECT_EQ(error(ask(form("A@B.test"))), "429 rate_limited ");
  http_.ask("DELETE", "/api/me/mail", "lin");
  EXPECT_EQ(error(ask(form("a@b.test"))), "429 rate_limited ");
}

TEST_F(MailApiTest, NothingTellsThatAnotherAccountHasTheAddress) {
  ask(form("a@b.test"));
  const HttpResponse first = ask(form("new@b.test"), "mei"), second = ask(form("A@b.test"), "wu");
  EXPECT_EQ(first.status, second.status);
  EXPECT_EQ(Json::parse(second.body), mail("A@b.test", false));
  EXPECT_EQ(shown("wu"), mail("A@b.test", false));
  ASSERT_THAT(codes_, SizeIs(3));
  EXPECT_EQ(confirm(codes_[1]).status, 200);
  EXPECT_EQ(error(confirm(codes_[2])), "404 not_found ") << "no mail was sent";
  EXPECT_EQ(ask(form("new@b.test"), "mei").status, 200) << "it is confirmed";
  EXPECT_EQ(error(ask(form("A@b.test"), "wu")), "429 rate_limited ");
  EXPECT_EQ(error(ask(form("a@b.test"))), "429 rate_limited ") << "as of the account that was written to";
}

TEST_F(MailApiTest, AnAddressOfAClientAsksSoOften) {
  for (int i = 0; i < MailApi::kAsks.count; ++i) {
    const std::string name = "of school " + std::to_string(i);
    http_.commit(
        {storage::CreateAccount{{{"u_" + name, name, false, now()}, {name}, "password"}, hash_token(name)}});
    EXPECT_EQ(ask(form(std::to_string(i) + "@b.test"), name, "192.0.2.1").status, 200);
  }
  EXPECT_EQ(ask(form("a@b.test"), "lin", "192.0.2.1").status, 429);
  EXPECT_EQ(shown(), mail(nullptr, false));
  EXPECT_EQ(ask(form("a@b.test"), "lin", "192.0.2.2").status, 200);
}

// Twenty of them kept a school from asking for an hour.
TEST_F(MailApiTest, WhatSendsNoMailCostsAnAddressNoneOfItsAsks) {
  const std::string address = "192.0.2.1";
  subscribe();
  for (int i = 0; i < MailApi::kAsks.count; ++i) {
    EXPECT_EQ(ask(Json::object(), "lin", address).status, 400);
    EXPECT_EQ(ask(form("a@b"), "lin", address).status, 400);
    EXPECT_EQ(ask(form("c@d.test"), "unknown", address).status, 401);
    EXPECT_EQ(ask(form("c@d.test"), "guest", address).status, 403);
    EXPECT_EQ(ask(form("C@d.test"), "wu", address).status, i == 0 ? 200 : 429) << "asked for before";
    EXPECT_EQ(ask(form("a@b.test", i % 2 == 0 ? "zh-Hans" : "en"), "lin", address).status, 200)
        << "confirmed";
  }
  EXPECT_EQ(ask(form("e@f.test"), "mei", address).status, 200);
  EXPECT_THAT(codes_, SizeIs(3));
}

// A disk that was full for a minute kept a school from asking for an hour.
TEST_F(MailApiTest, WhatCannotBeWrittenCostsAnAddressNoneOfItsAsks) {
  storage::FullStore store(false);
  storage::Write account =
      storage::CreateAccount{{{"u_lin", "lin", false, now()}, {"lin"}, "password"}, hash_token("lin")};
  store.commit({&account, 1});
  store.is_full = true;
  RecordQueue::Options without_rest;
  without_rest.first_rest = without_rest.longest_rest = std::chrono::milliseconds(0);
  RecordQueue records(store, http_.network(), {}, without_rest);
  MailApi api(records, send_);
  Router router;
  api.mount(router);
  const auto ask_there = [&] {
    HttpRequest request{.method = "POST", .path = "/api/me/mail"};
    request.bearer = "lin";
    request.address = "192.0.2.1";
    request.body = form("a@b.test").dump();
    return http_.answer_of(router, request).status;
  };
  for (int i = 0; i < MailApi::kAsks.count; ++i) EXPECT_EQ(ask_there(), 503);
  store.is_full = false;
  EXPECT_EQ(ask_there(), 200);
  EXPECT_THAT(codes_, SizeIs(1));
}

/// Loses its connection with each ask that it carries out.
class LosingStore final : public storage::MemoryStore {
 public:
  std::vector<storage::WriteResult> commit(std::span<const storage::Write> writes) override {
    auto results = MemoryStore::commit(writes);
    if (std::holds_alternative<storage::AskForMail>(writes[0])) throw storage::OutcomeUnknown("lost");
    return results;
  }
};

// The address was locked for a day, and no mail came.
TEST_F(MailApiTest, WhatMayBeWrittenIsMailed) {
  LosingStore store;
  storage::Write account =
      storage::CreateAccount{{{"u_lin", "lin", false, now()}, {"lin"}, "password"}, hash_token("lin")};
  store.commit({&account, 1});
  RecordQueue records(store, http_.network());
  MailApi api(records, send_);
  Router router;
  api.mount(router);
  HttpRequest request{.method = "POST", .path = "/api/me/mail"};
  request.bearer = "lin";
  request.body = form("a@b.test").dump();
  EXPECT_EQ(http_.answer_of(router, request).status, 503);
  ASSERT_THAT(codes_, SizeIs(1));
  EXPECT_TRUE(store.mail_to_confirm(hash_token(codes_[0]), now()));
}

TEST_F(MailApiTest, OfAConfirmedAddressTheLanguageMayChange) {
  subscribe();
  EXPECT_EQ(Json::parse(ask(form("a@b.test", "zh-Hans")).body), mail("a@b.test", true));
  EXPECT_EQ(http_.store().open_reader()->mailbox("u_lin")->language, "zh-Hans");
  EXPECT_EQ(Json::parse(ask(form("a@b.test", "zh-Hans")).body), mail("a@b.test", true));
  EXPECT_THAT(codes_, SizeIs(1));
}

TEST_F(MailApiTest, StopsByTheCodeOfTheMailAgainAndAgain) {
  subscribe();
  http_.commit({storage::PutNotice{.user = "u_lin", .kind = "over", .subject = "x", .at = 1}});
  const auto due = http_.store().open_reader()->due_mails(now(), 1);
  ASSERT_THAT(due, SizeIs(1));
  EXPECT_EQ(error(stop("")), "404 not_found ");
  EXPECT_EQ(error(stop("another")), "404 not_found ");
  EXPECT_EQ(stop(due[0].stop_code, "GET").status, 405) << "what reads mail follows links";
  EXPECT_EQ(shown(), mail("a@b.test", true));
  for (int times = 0; times < 2; ++times) EXPECT_EQ(stop(due[0].stop_code).body, "{}");
  EXPECT_EQ(shown(), mail(nullptr, false));
}

TEST_F(MailApiTest, TheBodyOfAStopIsShortAndOfAnyType) {
  const HttpRequest request{.method = "POST", .path = "/api/mail/stop"};
  EXPECT_EQ(http_.router().longest_body(request), 1024u);
  EXPECT_TRUE(http_.router().takes_any_type(request));
  EXPECT_FALSE(http_.router().takes_any_type({.method = "POST", .path = "/api/mail/confirm"}));
  EXPECT_FALSE(http_.router().takes_any_type({.method = "GET", .path = "/api/mail/stop"}));
}

}  // namespace
}  // namespace server
