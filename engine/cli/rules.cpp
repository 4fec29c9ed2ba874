#include "engine/cli/rules.h"

#include "engine/cli/json_lines.h"

namespace engine::cli {
namespace {

using nlohmann::json;

json in_json(const std::optional<Outcome>& outcome) {
  if (!outcome) return nullptr;
  json winner = nullptr;
  if (outcome->winner) winner = name_of(*outcome->winner);
  return {{"winner", winner}, {"reason", outcome->reason}};
}

json judge(const Request& request) {
  const Played played = play_request(request);
  const Look look = played.match->look();
  json answer = {{"pos", look.pos},
                 {"turn", name_of(look.turn)},
                 {"legal", played.match->legal_moves()},
                 {"check", look.check},
                 {"outcome", in_json(played.match->outcome())}};
  if (!look.forbidden.empty()) answer["forbidden"] = look.forbidden;
  if (!look.perilous.empty()) answer["perilous"] = look.perilous;
  if (!played.notation.is_null()) answer["notation"] = played.notation;
  return answer;
}

}  // namespace

void serve_rules(std::istream& in, std::ostream& out) {
  serve_lines(in, out, judge);
}

}  // namespace engine::cli
