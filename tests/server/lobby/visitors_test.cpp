#include "server/lobby/visitors.h"

#include <gtest/gtest.h>

namespace server {
namespace {

/// A connection that nobody reads.
class Silent : public Subscriber {
 public:
  void send(Text text) override { sent.push_back(*text); }
  void close(protocol::CloseCode, std::string_view) override {}
  Millis round_trip() const override { return Millis(0); }

  std::vector<std::string> sent;
};

const protocol::User kLinWei{"u_lin", "Lin", false}, kWangFang{"u_wang", "Wang", false};

TEST(Visitors, are_found_by_connection_and_by_number_until_they_leave) {
  Visitors visitors;
  const auto one = std::make_shared<Silent>(), other = std::make_shared<Silent>();
  const ViewerId id = visitors.enter(one).id;
  EXPECT_NE(visitors.enter(other).id, id);
  EXPECT_EQ(visitors.find(*one), visitors.find(id));
  const auto left = visitors.leave(*one);
  ASSERT_TRUE(left);
  EXPECT_EQ(left->id, id);
  EXPECT_EQ(visitors.find(*one), nullptr);
  EXPECT_EQ(visitors.find(id), nullptr);
  EXPECT_FALSE(visitors.leave(*one)) << "once";
  EXPECT_NE(visitors.enter(one).id, id) << "numbers are not used twice";
}

TEST(Visitors, stay_where_they_are_while_others_come) {
  Visitors visitors;
  const auto first = std::make_shared<Silent>();
  const Visitor* const place = &visitors.enter(first);
  std::vector<std::shared_ptr<Silent>> crowd;
  for (int i = 0; i < 1000; ++i) visitors.enter(crowd.emplace_back(std::make_shared<Silent>()));
  EXPECT_EQ(visitors.find(*first), place);
}

TEST(Visitors, a_user_counts_once_however_many_connections_he_has) {
  Visitors visitors;
  const auto tab = std::make_shared<Silent>(), phone = std::make_shared<Silent>();
  visitors.identify(visitors.enter(tab), kLinWei);
  visitors.identify(visitors.enter(phone), kLinWei);
  EXPECT_EQ(visitors.users(), 1);
  visitors.leave(*tab);
  EXPECT_TRUE(visitors.is_present(kLinWei.id));
  visitors.leave(*phone);
  EXPECT_FALSE(visitors.is_present(kLinWei.id));
  EXPECT_EQ(visitors.users(), 0);
}

TEST(Visitors, may_become_somebody_else) {
  Visitors visitors;
  const auto tab = std::make_shared<Silent>();
  Visitor& visitor = visitors.enter(tab);
  EXPECT_EQ(visitors.users(), 0) << "nobody yet";
  visitors.identify(visitor, kLinWei);
  visitors.identify(visitor, kLinWei);
  EXPECT_EQ(visitors.users(), 1) << "said twice";
  visitors.identify(visitor, kWangFang);
  EXPECT_EQ(visitor.user(), kWangFang);
  EXPECT_FALSE(visitors.is_present(kLinWei.id));
  EXPECT_TRUE(visitors.is_present(kWangFang.id));
}

TEST(Visitors, who_leaves_before_saying_hello_counts_for_nobody) {
  Visitors visitors;
  const auto tab = std::make_shared<Silent>();
  visitors.enter(tab);
  EXPECT_TRUE(visitors.leave(*tab));
  EXPECT_EQ(visitors.users(), 0);
}

TEST(Visitors, get_answers_under_the_number_of_their_question) {
  Visitors visitors;
  const auto tab = std::make_shared<Silent>();
  const Visitor& visitor = visitors.enter(tab);
  visitor.send(protocol::Ack{}, 7);
  visitor.send(protocol::Ack{});
  ASSERT_EQ(tab->sent.size(), 2u);
  EXPECT_NE(tab->sent[0].find("\"id\":7"), std::string::npos) << tab->sent[0];
  EXPECT_EQ(tab->sent[1].find("\"id\""), std::string::npos) << tab->sent[1];
}

}  // namespace
}  // namespace server
