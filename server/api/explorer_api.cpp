#include "server/api/explorer_api.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "server/api/api_error.h"
#include "server/api/asker.h"
#include "server/api/library_json.h"
#include "server/api/library_query.h"
#include "server/api/visible_collection.h"
#include "server/library/opening_explorer.h"
#include "server/records/record_queue.h"

namespace server {

namespace {

/// In units of a small message; see games_api.cpp.
constexpr Cost kExplore = 100;
constexpr Cost kExploreOwn = 150;  // Up to 3 * kMostOwnGames are read and replayed.
constexpr Cost kPlyAsked = 0.05;

Cost cost_of_moves(const AskedPosition& asked) {
  return kPlyAsked * static_cast<Cost>(asked.moves.size());
}

/// Which of the public games; none: the word makes no sense.
std::optional<std::vector<int>> public_scope(const std::string& rated) {
  if (rated.empty()) return std::vector<int>{storage::kRatedGames, storage::kCasualGames};
  if (rated == "true") return std::vector<int>{storage::kRatedGames};
  if (rated == "false") return std::vector<int>{storage::kCasualGames};
  return std::nullopt;
}

/// As the games' own rows tell of their players now: who was forgotten since is nowhere else.
void name_players(storage::Reader& records, std::vector<ExploredGame>& games, bool are_own) {
  std::erase_if(games, [&](ExploredGame& each) {
    const auto record = records.load_end(each.id, 0);
    if (!record || (record->game.is_private && !are_own)) return true;
    const auto& [first, second] = record->game.seats;
    each.game.names = {first.name, second.name};
    return false;
  });
}

HttpResponse explored_response(const std::optional<ExploredPosition>& explored) {
  return explored ? json_response(explored_json(*explored)) : wrong_field("moves");
}

}  // namespace

void ExplorerApi::mount(Router& router) {
  router.add("GET", "/api/explorer", [this](const HttpRequest& request, const auto&, Respond respond) {
    explore_server(request, std::move(respond));
  });
  router.add("GET", "/api/me/explorer", [this](const HttpRequest& request, const auto&, Respond respond) {
    explore_own(request, std::move(respond));
  });
  router.add("GET", "/api/collections/*/explorer",
             [this](const HttpRequest& request, const auto& stars, Respond respond) {
               explore_collection(request, stars[0], std::move(respond));
             });
}

void ExplorerApi::explore_server(const HttpRequest& request, Respond respond) {
  const auto asked = read_asked_position(request);
  if (!asked) return respond(wrong_field(asked.error()));
  const auto scope = public_scope(query_field(request, "rated"));
  if (!scope) return respond(wrong_field("rated"));
  answer(request, kExplore + cost_of_moves(*asked), std::move(respond),
         [asked = *asked, scope = *scope](storage::Reader& records, const Session&) {
           auto explored = explore_collections(records.library(), scope, asked);
           if (explored) name_players(records, explored->games, false);
           return explored_response(explored);
         });
}

void ExplorerApi::explore_own(const HttpRequest& request, Respond respond) {
  const auto asked = read_asked_position(request);
  if (!asked) return respond(wrong_field(asked.error()));
  answer(request, kExploreOwn + cost_of_moves(*asked), std::move(respond),
         [asked = *asked](storage::Reader& records, const Session& session) {
           if (!session) return unauthorized();
           auto explored = explore_own_games(records.library(), session->user.id, asked);
           if (explored) name_players(records, explored->games, true);
           return explored_response(explored);
         });
}

void ExplorerApi::explore_collection(const HttpRequest& request, const std::string& id, Respond respond) {
  const auto asked = read_asked_position(request);
  if (!asked) return respond(wrong_field(asked.error()));
  answer(request, kExplore + cost_of_moves(*asked), std::move(respond),
         [id, asked = *asked](storage::Reader& records, const Session& session) {
           const auto found = visible_collection(records, id, session);
           if (!found) return not_found();
           return explored_response(explore_collections(records.library(), std::array{found->number}, asked));
         });
}

void ExplorerApi::answer(const HttpRequest& request, Cost cost, Respond respond, Answer answer) {
  if (const auto wait = request.refuse(cost)) return respond(too_many_requests(*wait));
  records_.read(
      {WorkPool::Lane::slow, budget_of(request).address},
      [token = hash_of(request), answer = std::move(answer)](storage::Reader& records) {
        return answer(records, session_of(records, token));
      },
      [respond = std::move(respond)](std::optional<HttpResponse> response) {
        respond(response ? *std::move(response) : records_unavailable());
      });
}

}  // namespace server
