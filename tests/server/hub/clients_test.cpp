#include "server/hub/clients.h"

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

TEST(ClientsTest, are_found_by_connection_and_by_number_until_they_leave) {
  Clients clients;
  const auto one = std::make_shared<Silent>(), other = std::make_shared<Silent>();
  const ViewerId id = clients.enter(one).id;
  EXPECT_NE(clients.enter(other).id, id);
  EXPECT_EQ(clients.find(*one), clients.find(id));
  const auto left = clients.leave(*one);
  ASSERT_TRUE(left);
  EXPECT_EQ(left->id, id);
  EXPECT_EQ(clients.find(*one), nullptr);
  EXPECT_EQ(clients.find(id), nullptr);
  EXPECT_FALSE(clients.leave(*one)) << "once";
  EXPECT_NE(clients.enter(one).id, id) << "numbers are not used twice";
}

TEST(ClientsTest, stay_where_they_are_while_others_come) {
  Clients clients;
  const auto first = std::make_shared<Silent>();
  const Client* const place = &clients.enter(first);
  std::vector<std::shared_ptr<Silent>> crowd;
  for (int i = 0; i < 1000; ++i) clients.enter(crowd.emplace_back(std::make_shared<Silent>()));
  EXPECT_EQ(clients.find(*first), place);
}

TEST(ClientsTest, a_user_counts_once_however_many_connections_he_has) {
  Clients clients;
  const auto tab = std::make_shared<Silent>(), phone = std::make_shared<Silent>();
  clients.identify(clients.enter(tab), kLinWei);
  clients.identify(clients.enter(phone), kLinWei);
  EXPECT_EQ(clients.users(), 1);
  clients.leave(*tab);
  EXPECT_TRUE(clients.is_present(kLinWei.id));
  clients.leave(*phone);
  EXPECT_FALSE(clients.is_present(kLinWei.id));
  EXPECT_EQ(clients.users(), 0);
}

TEST(ClientsTest, may_become_somebody_else) {
  Clients clients;
  const auto tab = std::make_shared<Silent>();
  Client& client = clients.enter(tab);
  EXPECT_EQ(clients.users(), 0) << "nobody yet";
  clients.identify(client, kLinWei);
  clients.identify(client, kLinWei);
  EXPECT_EQ(clients.users(), 1) << "said twice";
  clients.identify(client, kWangFang);
  EXPECT_EQ(client.user(), kWangFang);
  EXPECT_FALSE(clients.is_present(kLinWei.id));
  EXPECT_TRUE(clients.is_present(kWangFang.id));
}

TEST(ClientsTest, who_leaves_before_saying_hello_counts_for_nobody) {
  Clients clients;
  const auto tab = std::make_shared<Silent>();
  clients.enter(tab);
  EXPECT_TRUE(clients.leave(*tab));
  EXPECT_EQ(clients.users(), 0);
}

TEST(ClientsTest, get_answers_under_the_number_of_their_question) {
  Clients clients;
  const auto tab = std::make_shared<Silent>();
  const Client& client = clients.enter(tab);
  client.send(protocol::Ack{}, 7);
  client.send(protocol::Ack{});
  ASSERT_EQ(tab->sent.size(), 2u);
  EXPECT_NE(tab->sent[0].find("\"id\":7"), std::string::npos) << tab->sent[0];
  EXPECT_EQ(tab->sent[1].find("\"id\""), std::string::npos) << tab->sent[1];
}

}  // namespace
}  // namespace server
