#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/expected.h"

/// Where push messages may go. The URL of a subscription comes from a browser, and the server that calls it
/// stands behind walls: it calls push services that are known, and nothing else. The address of such a host
/// has to be looked at as well, see is_public().
namespace server::push {

/// Of one subscription. The port is 443.
struct Endpoint {
  std::string host;    ///< In lower case.
  std::string target;  ///< Path and query.

  std::string origin() const { return "https://" + host; }
};

/// Hosts of push services: of the browsers that people have, and of an operator's choice.
class PushServices {
 public:
  /// @pre is_pattern() of each of `more`.
  explicit PushServices(std::vector<std::string> more = {}) : more_(std::move(more)) {}

  /// Whether it names hosts: `push.example.org`, or `*.push.example.org` for those below it.
  static bool is_pattern(std::string_view text);
  /// @pre `host` is in lower case.
  bool contain(std::string_view host) const;

 private:
  std::vector<std::string> more_;
};

/// What an operator adds to the known ones, as text: `HOST`, or `HOST=ADDRESS:PORT` for one in a network of
/// their own, which is reached there, whatever the DNS says.
struct ChosenService {
  std::string pattern;    ///< PushServices::is_pattern()
  std::string address{};  ///< Empty: by the DNS.
  std::uint16_t port = 0;
};
/// None: it is neither of both. The address is not looked at.
std::optional<ChosenService> read_service(std::string_view text);

/// An error is a sentence for developers.
engine::Expected<Endpoint, std::string> read_endpoint(std::string_view url, const PushServices& services);

}  // namespace server::push
