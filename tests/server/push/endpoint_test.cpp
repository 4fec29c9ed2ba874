#include "server/push/endpoint.h"

#include <gtest/gtest.h>

#include "server/push/host_name.h"

namespace server::push {
namespace {

TEST(EndpointTest, IsOneOfAPushService) {
  struct Row {
    const char *url, *host, *target;
  };
  const Row rows[] = {
      {"https://fcm.googleapis.com/fcm/send/cJ0:APA91b-x_Y", "fcm.googleapis.com",
       "/fcm/send/cJ0:APA91b-x_Y"},
      {"https://updates.push.services.mozilla.com/wpush/v2/gAAA=", "updates.push.services.mozilla.com",
       "/wpush/v2/gAAA="},
      {"https://web.push.apple.com/QGx", "web.push.apple.com", "/QGx"},
      {"https://wns2-by3p.notify.windows.com/w/?token=BQ%2bYAAA%3d&x=@", "wns2-by3p.notify.windows.com",
       "/w/?token=BQ%2bYAAA%3d&x=@"},
      {"https://FCM.GoogleAPIs.com/a", "fcm.googleapis.com", "/a"},
      {"https://web.push.apple.com/../a//b", "web.push.apple.com", "/../a//b"},
  };
  for (const Row& row : rows) {
    const auto endpoint = read_endpoint(row.url, PushServices());
    ASSERT_TRUE(endpoint) << row.url << ": " << endpoint.error();
    EXPECT_EQ(endpoint->host, row.host);
    EXPECT_EQ(endpoint->target, row.target);
    EXPECT_EQ(endpoint->origin(), std::string("https://") + row.host);
  }
}

constexpr const char* kForm = "an endpoint is a URL as browsers write it";
constexpr const char* kHttps = "an endpoint begins with https://";
constexpr const char* kUser = "an endpoint names no user";
constexpr const char* kPort = "an endpoint names a host and no port";
constexpr const char* kName = "an endpoint names a host of the public DNS";
constexpr const char* kPath = "an endpoint has a path, and no fragment";

TEST(EndpointTest, IsNothingElse) {
  struct Row {
    std::string url;
    const char* error;  // Null: the host is not known.
  };
  const std::string known = "https://fcm.googleapis.com";
  const Row rows[] = {
      // Other schemes.
      {"", kHttps},
      {"fcm.googleapis.com/a", kHttps},
      {"//fcm.googleapis.com/a", kHttps},
      {"/a", kHttps},
      {"https:/fcm.googleapis.com/a", kHttps},
      {"https:fcm.googleapis.com/a", kHttps},
      {"http://fcm.googleapis.com/a", kHttps},
      {"HTTPS://fcm.googleapis.com/a", kHttps},
      {"wss://fcm.googleapis.com/a", kHttps},
      {"ftp://fcm.googleapis.com/a", kHttps},
      {"file:///etc/passwd", kHttps},
      {"gopher://127.0.0.1:11211/_stats", kHttps},
      {"javascript:alert(1)", kHttps},
      {"data:text/plain,a", kHttps},
      // Users, ports.
      {"https://user@fcm.googleapis.com/a", kUser},
      {"https://user:word@fcm.googleapis.com/a", kUser},
      {"https://fcm.googleapis.com@127.0.0.1/a", kUser},
      {"https://fcm.googleapis.com:443@evil.example/a", kUser},
      {known + ":443/a", kPort},
      {known + ":22/a", kPort},
      {known + ":/a", kPort},
      {"https://localhost:6379/a", kPort},
      // Addresses, in all the forms that some program takes for one.
      {"https://127.0.0.1/a", kName},
      {"https://10.0.0.1/a", kName},
      {"https://169.254.169.254/latest/meta-data/", kName},
      {"https://8.8.8.8/a", kName},
      {"https://127.1/a", kName},
      {"https://2130706433/a", kName},
      {"https://0x7f000001/a", kName},
      {"https://0x7f.0.0.1/a", kName},
      {"https://0177.0.0.1/a", kName},
      {"https://127.0.0.1./a", kName},
      {"https://0/a", kName},
      {"https://[::1]/a", kPort},
      {"https://[::ffff:127.0.0.1]/a", kPort},
      {"https://[fe80::1%25eth0]/a", kPort},
      {"https://::1/a", kPort},
      // No names of the public DNS.
      {"https:///a", kName},
      {"https://./a", kName},
      {"https://localhost/a", kName},
      {"https://metadata/a", kName},
      {known + "./a", kName},
      {"https://.fcm.googleapis.com/a", kName},
      {"https://fcm..googleapis.com/a", kName},
      {"https://-.push.apple.com/a", kName},
      {"https://a_b.push.apple.com/a", kName},
      {"https://*.push.apple.com/a", kName},
      {"https://%66cm.googleapis.com/a", kName},
      {"https://fcm.googleapis.com%00.evil.example/a", kName},
      {"https://fcm.googleapis.com,evil.example/a", kName},
      {"https://" + std::string(64, 'a') + ".push.apple.com/a", kName},
      {"https://" + std::string(254, 'a') + ".push.apple.com/a", kName},
      // Names that are not known.
      {"https://evil.example/a", nullptr},
      {"https://googleapis.com/a", nullptr},
      {"https://storage.googleapis.com/a", nullptr},
      {"https://evilfcm.googleapis.com/a", nullptr},
      {"https://a.fcm.googleapis.com/a", nullptr},
      {"https://fcm.googleapis.com.evil.example/a", nullptr},
      {"https://push.apple.com/a", nullptr},
      {"https://evilpush.apple.com/a", nullptr},
      {"https://web.push.apple.com.evil.example/a", nullptr},
      {"https://notify.windows.com/a", nullptr},
      {"https://metadata.google.internal/a", nullptr},
      {"https://printer.local/a", nullptr},
      {"https://127.0.0.1.nip.io/a", nullptr},
      {"https://xn--fcm-googleapis-com.example/a", nullptr},
      {"https://evil.example/https://fcm.googleapis.com/a", nullptr},
      {"https://evil.example?fcm.googleapis.com/a", nullptr},
      {"https://evil.example#fcm.googleapis.com/a", nullptr},
      // What browsers leave out, split or escape.
      {known + "\\@evil.example/a", kForm},
      {"https:\\\\fcm.googleapis.com\\a", kForm},
      {" " + known + "/a", kForm},
      {known + "/a ", kForm},
      {known + "/a\r\nHost: evil.example", kForm},
      {known + "/a\tb", kForm},
      {"ht\ntps://fcm.googleapis.com/a", kForm},
      {std::string("https://fcm.googleapis.com\0.evil.example/a", 42), kForm},
      {known + "/\x7f", kForm},
      {"https://fcm.googleapis.com\xe3\x80\x82/a", kForm},
      {"https://\xef\xbd\x86"
       "cm.googleapis.com/a",
       kForm},
      {known + "/<script>", kForm},
      // Path and fragment.
      {known, kPath},
      {known + "?a", kPath},
      {known + "#a", kPath},
      {known + "/a#b", kPath},
      // Length.
      {known + "/" + std::string(2'048, 'a'), "an endpoint has 2048 characters at most"},
  };
  for (const Row& row : rows) {
    const auto endpoint = read_endpoint(row.url, PushServices());
    ASSERT_FALSE(endpoint) << row.url;
    if (row.error)
      EXPECT_EQ(endpoint.error(), row.error) << row.url;
    else
      EXPECT_TRUE(endpoint.error().ends_with("is no push service that is known here")) << endpoint.error();
  }
}

TEST(PushServicesTest, MayBeMore) {
  const PushServices services({"push.example.org", "*.ntfy.example.net"});
  for (const char* host :
       {"push.example.org", "a.ntfy.example.net", "a.b.ntfy.example.net", "fcm.googleapis.com"})
    EXPECT_TRUE(services.contain(host)) << host;
  for (const char* host : {"a.push.example.org", "ntfy.example.net", "antfy.example.net", "example.org"})
    EXPECT_FALSE(services.contain(host)) << host;
  EXPECT_TRUE(read_endpoint("https://push.example.org/a", services));
}

TEST(PushServicesTest, AreNamedByHosts) {
  for (const char* text : {"push.example.org", "*.push.example.org", "*.example.org"})
    EXPECT_TRUE(PushServices::is_pattern(text)) << text;
  for (const char* text : {"", "*", "*.", "*.org", "**.example.org", "a.*.org", "*push.example.org",
                           "localhost", "127.0.0.1", "*.0.0.1", "https://push.example.org",
                           "push.example.org:443", "Push.example.org", "push.example.org/"})
    EXPECT_FALSE(PushServices::is_pattern(text)) << text;
}

TEST(HostNameTest, HasItsLongestLabelsAndName) {
  const std::string label(63, 'a');
  const std::string longest = label + '.' + label + '.' + label + '.' + std::string(61, 'a');
  EXPECT_TRUE(is_host_name(longest));
  EXPECT_FALSE(is_host_name(longest + 'a'));
  EXPECT_FALSE(is_host_name(label + "a.org"));
  EXPECT_TRUE(is_host_name("1.example.org"));
  EXPECT_FALSE(is_host_name("example.1org"));
}

TEST(EndpointTest, AnOperatorNamesServicesAndWhereTheyAre) {
  EXPECT_EQ(read_service("push.example.org")->pattern, "push.example.org");
  EXPECT_EQ(read_service("*.example.org")->pattern, "*.example.org");
  const auto v4 = read_service("push.test=127.0.0.1:8443");
  ASSERT_TRUE(v4);
  EXPECT_EQ(v4->pattern + ' ' + v4->address + ' ' + std::to_string(v4->port), "push.test 127.0.0.1 8443");
  const auto v6 = read_service("push.test=[::1]:443");
  ASSERT_TRUE(v6);
  EXPECT_EQ(v6->address + ' ' + std::to_string(v6->port), "::1 443");
  for (const char* text :
       {"", "=", "push", "push.test=", "push.test=:1", "push.test=127.0.0.1",
        "push.test=1.2.3.4:", "push.test=1.2.3.4:0", "push.test=1.2.3.4:65536", "push.test=1.2.3.4:1x",
        "*.push.test=1.2.3.4:1", "https://push.test", "push.test:443"})
    EXPECT_FALSE(read_service(text)) << text;
}

}  // namespace
}  // namespace server::push
