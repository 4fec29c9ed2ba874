#include "server/tournament/berger.h"

#include <cassert>

namespace server::tournament {
namespace {

int even(int players) {
  return players + players % 2;
}

/// Who shares a table with the last place.
Places with_last(int place, int last) {
  return place <= last / 2 ? Places{place, last} : Places{last, place};
}

/// With `last` places, an even number: a and b meet in round r if a + b = r + 1, modulo last - 1; if that is
/// 2 a, a meets the last place.
std::vector<Places> one_cycle(int last, int round) {
  std::vector<Places> tables;
  for (int a = 1; a < last; ++a) {
    // The partner of a in this round, from 1 to last - 1.
    int b = (round + 1 - a) % (last - 1);
    if (b <= 0) b += last - 1;
    if (a == b) tables.push_back(with_last(a, last));
    if (a < b) tables.push_back((a + b) % 2 != 0 ? Places{a, b} : Places{b, a});
  }
  return tables;
}

// The last two rounds of the first cycle are exchanged, as is usual in double round robins: else a player
// could have a third colour where the second cycle begins.
int round_of_cycle(int round, int rounds, int cycles) {
  if (round > rounds) return round - rounds;
  if (cycles == 1 || rounds < 2 || round < rounds - 1) return round;
  return round == rounds ? rounds - 1 : rounds;
}

}  // namespace

int berger_rounds(int players) {
  return even(players) - 1;
}

std::vector<Places> berger_round(int players, int round, int cycles) {
  const int rounds = berger_rounds(players);
  assert(1 <= round && round <= cycles * rounds);
  auto tables = one_cycle(even(players), round_of_cycle(round, rounds, cycles));
  for (Places& places : tables) {
    if (round > rounds) std::swap(places.first, places.second);
    if (places.first > players) places.first = 0;
    if (places.second > players) places.second = 0;
  }
  return tables;
}

}  // namespace server::tournament
