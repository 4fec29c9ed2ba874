#include "server/api/api_error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace server {
namespace {

using protocol::ErrorCode;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

TEST(ApiErrorTest, SaysAllThatIsKnown) {
  protocol::Error error;
  error.code = ErrorCode::rate_limited;
  error.message = "Say \"please\".";
  error.reason = "haste";
  error.retry = std::chrono::milliseconds(1'001);
  const HttpResponse answer = refusal(error);
  EXPECT_EQ(answer.status, 429);
  EXPECT_EQ(answer.type, "application/json");
  EXPECT_EQ(
      answer.body,
      R"({"error":{"code":"rate_limited","message":"Say \"please\".","reason":"haste","retryMs":1001}})");
  EXPECT_THAT(answer.headers, ElementsAre(Pair("Retry-After", "2"))) << "in whole seconds, never too early";
}

TEST(ApiErrorTest, SaysNoMoreThanIsKnown) {
  const HttpResponse answer = refusal(ErrorCode::not_allowed, "The game is not over.");
  EXPECT_EQ(answer.status, 409);
  EXPECT_EQ(answer.body, R"({"error":{"code":"not_allowed","message":"The game is not over."}})");
  EXPECT_THAT(answer.headers, IsEmpty());
}

TEST(ApiErrorTest, SaysWithEach429WhenToComeAgain) {
  const HttpResponse answer = refusal(ErrorCode::rate_limited, "Enough tournaments.");
  EXPECT_EQ(answer.body,
            R"({"error":{"code":"rate_limited","message":"Enough tournaments.","retryMs":60000}})");
  EXPECT_THAT(answer.headers, ElementsAre(Pair("Retry-After", "60")));
}

TEST(ApiErrorTest, TheStatusSaysWhoseFaultItIs) {
  EXPECT_EQ(wrong_field("speed").status, 400);
  EXPECT_EQ(refusal(ErrorCode::bad_name, "").status, 400);
  EXPECT_EQ(refusal(ErrorCode::unsupported, "").status, 400);
  EXPECT_EQ(refusal(ErrorCode::unauthorized, "").status, 401);
  EXPECT_EQ(refusal(ErrorCode::forbidden, "").status, 403);
  EXPECT_EQ(not_found().status, 404);
  EXPECT_EQ(refusal(ErrorCode::name_taken, "").status, 409);
  EXPECT_EQ(refusal(ErrorCode::too_large, "").status, 413);
  EXPECT_EQ(too_many_requests(std::chrono::seconds(1)).status, 429);
  EXPECT_EQ(refusal(ErrorCode::internal, "").status, 500);
  EXPECT_EQ(records_unavailable().status, 503);
}

TEST(ApiErrorTest, NamesTheFieldThatIsWrong) {
  EXPECT_THAT(wrong_field("speed").body, testing::HasSubstr(R"("code":"bad_message")"));
  EXPECT_THAT(wrong_field("speed").body, testing::HasSubstr(R"("reason":"speed")"));
}

}  // namespace
}  // namespace server
