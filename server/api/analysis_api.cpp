#include "server/api/analysis_api.h"

#include "server/analysis/analyst.h"
#include "server/api/api_error.h"
#include "server/api/asker.h"
#include "server/protocol/analysis_codec.h"

namespace server {
namespace {

/// @param accepted the status of an analysis that is not finished
Analyst::Answer answer_to(Respond respond, int accepted) {
  return [respond = std::move(respond),
          accepted](const engine::Expected<protocol::Analysis, protocol::Error>& analysis) {
    if (!analysis) return respond(refusal(analysis.error()));
    // 202 Accepted: a client that asked for it asks again by GET until it is done.
    const bool is_done = analysis->status == protocol::AnalysisStatus::done;
    respond(json_response(protocol::analysis_json(*analysis), is_done ? 200 : accepted));
  };
}

}  // namespace

void AnalysisApi::mount(Router& router) {
  router.add("POST", "/api/games/*/analysis",
             [this](const HttpRequest& request, const auto& stars, Respond respond) {
               if (!is_game_id(stars[0])) return respond(not_found());
               analyst_.request(stars[0], budget_of(request), hash_of(request),
                                answer_to(std::move(respond), 202));
             });
  router.add("GET", "/api/games/*/analysis",
             [this](const HttpRequest& request, const auto& stars, Respond respond) {
               if (!is_game_id(stars[0])) return respond(not_found());
               analyst_.report(stars[0], budget_of(request), answer_to(std::move(respond), 200));
             });
}

}  // namespace server
