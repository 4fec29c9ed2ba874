#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "tests/load/options.h"
#include "tests/load/report.h"

namespace load {

/// A row in the table of what can be measured.
struct Scenario {
  std::string_view name;   ///< "L2"
  std::string_view title;  ///< A line for people.
  void (*defaults)(Options& options);
  void (*run)(const Options& options, Report& report);  ///< Null: compare(), which needs peers.
  std::string_view cost;                                ///< The figure that is compared with the floor's.
  std::vector<Bar> bars;
};

std::span<const Scenario> scenarios();

// What the scenarios run; each in a file of its name.

void run_echo(const Options& options, Report& report);
void run_rooms(const Options& options, Report& report);
void run_idle(const Options& options, Report& report);
void run_storm(const Options& options, Report& report);
void run_deaf_spectators(const Options& options, Report& report);
void run_beside_bots(const Options& options, Report& report);
void run_kills(const Options& options, Report& report);
void run_storage(const Options& options, Report& report);
void run_archive(const Options& options, Report& report);

}  // namespace load
