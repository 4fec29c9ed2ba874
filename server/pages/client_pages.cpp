#include "server/pages/client_pages.h"

#include "server/api/api_error.h"

namespace server {

void mount_client_pages(Router& router, const Assets& assets) {
  const auto get = [&router](std::string_view pattern, auto answer) {
    router.add("GET", pattern,
               [answer](const HttpRequest& request, const auto& stars, const Respond& respond) {
                 respond(answer(request, stars));
               });
  };
  const auto page = [&assets](const auto& request, const auto&) { return assets.page(request); };
  for (const auto* path :
       {"/", "/games", "/watch", "/learn", "/analysis", "/leaderboard", "/account", "/players/*"}) {
    get(path, page);
  }
  const auto page_if = [&assets](bool known, const HttpRequest& request) {
    return known ? assets.page(request) : not_found();
  };
  for (const auto* path : {"/r/*", "/R/*"}) {
    get(path,
        [=](const auto& request, const auto& stars) { return page_if(is_room_code(stars[0]), request); });
  }
  get("/replay/*",
      [=](const auto& request, const auto& stars) { return page_if(is_game_id(stars[0]), request); });
  router.otherwise([&assets](const HttpRequest& request, const Respond& respond) {
    const bool is_game = is_game_id(std::string_view(request.path).substr(1));
    respond(is_game ? assets.page(request) : assets.get(request));
  });
}

}  // namespace server
