#include "server/pages/client_pages.h"

namespace server {

namespace {

/// To a person an address that leads nowhere is a page that says so; to a program it is its status.
HttpResponse lost(const Assets& assets, const HttpRequest& request) {
  HttpRequest whole = request;
  whole.if_none_match.clear();
  HttpResponse page = assets.page(whole);
  page.status = 404;  // Also where the client was not built.
  return page;
}

/// Phones begin what is typed with a capital, and the address on a tournament's big screen is one letter.
HttpResponse to_short_address() {
  HttpResponse moved;
  moved.status = 302;
  moved.headers.emplace_back("Location", "/t");
  return moved;
}

/// Files have a dot in their names, pages have none.
bool names_a_file(std::string_view path) {
  return path.find('.', path.rfind('/') + 1) != path.npos;
}

}  // namespace

void mount_client_pages(Router& router, const Assets& assets) {
  const auto page = [&assets](const auto& request, const auto&) { return assets.page(request); };
  for (const auto* path : {"/",
                           "/games",
                           "/watch",
                           "/learn",
                           "/analysis",
                           "/leaderboard",
                           "/leaderboard/*",
                           "/account",
                           "/moderation",
                           "/inbox",
                           "/mail/confirm",
                           "/mail/stop",
                           "/players/*",
                           "/collections",
                           "/collections/*",
                           "/collections/*/*",
                           "/clubs",
                           "/clubs/*",
                           "/t",
                           "/tournaments",
                           "/tournaments/*",
                           "/tournaments/*/*",
                           "/study",
                           "/study/*",
                           "/study/*/*"}) {
    router.get(path, page);
  }
  for (const auto* path : {"/T", "/T/"}) {
    router.get(path, [](const auto&, const auto&) { return to_short_address(); });
  }
  const auto page_if = [&assets](bool known, const HttpRequest& request) {
    return known ? assets.page(request) : lost(assets, request);
  };
  for (const auto* path : {"/r/*", "/R/*"}) {
    router.get(path, [=](const auto& request, const auto& stars) {
      return page_if(is_room_code(stars[0]), request);
    });
  }
  router.get("/replay/*",
             [=](const auto& request, const auto& stars) { return page_if(is_game_id(stars[0]), request); });
  router.otherwise([&assets](const HttpRequest& request, const Respond& respond) {
    const bool is_game = is_game_id(std::string_view(request.path).substr(1));
    if (is_game) return respond(assets.page(request));
    respond(names_a_file(request.path) ? assets.get(request) : lost(assets, request));
  });
}

}  // namespace server
