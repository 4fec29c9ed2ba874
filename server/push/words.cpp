#include "server/push/words.h"

#include <algorithm>
#include <array>

namespace server::push {
namespace {

using namespace std::string_view_literals;
using Words = std::array<std::string_view, 3>;  // In the order of kLanguages.

constexpr std::array kLanguages{"en"sv, "zh-Hans"sv, "zh-Hant"sv};

struct Named {
  std::string_view word;
  Words words;
};
constexpr std::array kGames{Named{"xiangqi", {"Xiangqi", "象棋", "象棋"}},
                            Named{"gomoku", {"Gomoku", "五子棋", "五子棋"}},
                            Named{"antireversi", {"Anti-Reversi", "反黑白棋", "反黑白棋"}}};
constexpr std::array kKinds{
    Named{"turn", {"It is your move", "轮到您了", "輪到您了"}},
    Named{"reminder", {"A quarter of your time is left", "您只剩四分之一的时间", "您只剩四分之一的時間"}},
    Named{"round", {"Your tournament game begins", "您的比赛对局开始了", "您的比賽對局開始了"}},
    Named{"challenge", {"You are challenged", "有人向您挑战", "有人向您挑戰"}},
    Named{"start", {"Your game has begun", "您的对局已开始", "您的對局已開始"}},
    Named{"over", {"Your game is over", "您的对局已结束", "您的對局已結束"}},
    Named{"declined", {"Your challenge was declined", "您的挑战被拒绝", "您的挑戰被拒絕"}},
    Named{"finish", {"Your tournament is over", "您的比赛已结束", "您的比賽已結束"}},
    Named{"cancelled", {"Your tournament was cancelled", "您的比赛已取消", "您的比賽已取消"}},
    Named{"invited", {"You are invited to a tournament", "您受邀参加比赛", "您受邀參加比賽"}},
    Named{"appeal", {"A moderator has answered you", "管理员已作回应", "管理員已作回應"}},
    Named{"club", {"You are a member of a club now", "您已加入棋社", "您已加入棋社"}},
    Named{"request", {"A player asks to join your club", "有人申请加入您的棋社", "有人申請加入您的棋社"}}};

template <class List>
std::string_view say(const List& list, std::string_view word, std::size_t language) {
  const auto found = std::ranges::find(list, word, &Named::word);
  return found == list.end() ? word : found->words.at(language);
}

}  // namespace

bool is_language(std::string_view tag) {
  return std::ranges::find(kLanguages, tag) != kLanguages.end();
}

std::size_t language_number(std::string_view tag) {
  const auto found = std::ranges::find(kLanguages, tag);
  return found == kLanguages.end() ? 0 : static_cast<std::size_t>(found - kLanguages.begin());
}

std::string_view game_name(std::string_view game, std::size_t language) {
  return say(kGames, game, language);
}

std::string_view sentence(std::string_view kind, std::size_t language) {
  return say(kKinds, kind, language);
}

}  // namespace server::push
