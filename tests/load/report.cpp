#include "tests/load/report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <ostream>

namespace load {

namespace {

/// Four digits that count.
std::string text_of(double value) {
  char text[64];
  const bool is_whole = value == std::floor(value) && std::abs(value) < 1e15;
  std::snprintf(text, sizeof text, is_whole ? "%.0f" : std::abs(value) >= 1000 ? "%.0f" : "%.4g", value);
  return text;
}

std::string text_of(const Bar& bar) {
  return (bar.at_least ? ">= " : "<= ") + text_of(bar.value);
}

bool is_met(const Bar& bar, double value) {
  return bar.at_least ? value >= bar.value : value <= bar.value;
}

std::string json_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return out + '"';
}

std::string list(const std::vector<std::string>& texts) {
  std::string out = "[";
  for (const std::string& text : texts) {
    if (out.size() > 1) out += ',';
    out += json_text(text);
  }
  out += ']';
  return out;
}

}  // namespace

void Report::add(std::string_view name, double value, std::string_view unit) {
  const auto bar = std::ranges::find(bars_, name, &Bar::figure);
  figures_.push_back({std::string(name), std::string(unit), std::isfinite(value) ? value : 0,
                      bar == bars_.end() ? nullptr : &*bar});
}

double Report::value(std::string_view name) const {
  const auto found = std::ranges::find(figures_, name, &Figure::name);
  return found == figures_.end() ? std::numeric_limits<double>::quiet_NaN() : found->value;
}

void Report::write_table(std::ostream& out) const {
  out << title_ << '\n';
  for (const Figure& figure : figures_) {
    char line[160];
    std::snprintf(line, sizeof line, "  %-34s %12s %-12s", figure.name.c_str(), text_of(figure.value).c_str(),
                  figure.unit.c_str());
    out << line;
    if (figure.bar)
      out << (is_met(*figure.bar, figure.value) ? " ok     " : " MISSED ") << text_of(*figure.bar);
    out << '\n';
  }
  for (const std::string& words : problems_) out << "  PROBLEM: " << words << '\n';
  for (const std::string& words : invalid_) out << "  INVALID: " << words << '\n';
}

void Report::write_json(std::ostream& out) const {
  out << "{\"scenario\":" << json_text(title_) << ",\"figures\":{";
  const char* comma = "";
  for (const Figure& figure : figures_) {
    out << comma << json_text(figure.name) << ":{\"value\":" << text_of(figure.value)
        << ",\"unit\":" << json_text(figure.unit);
    if (figure.bar) {
      out << ",\"bar\":" << json_text(text_of(*figure.bar))
          << ",\"met\":" << (is_met(*figure.bar, figure.value) ? "true" : "false");
    }
    out << '}';
    comma = ",";
  }
  out << "},\"problems\":" << list(problems_) << ",\"invalid\":" << list(invalid_) << "}\n";
}

}  // namespace load
