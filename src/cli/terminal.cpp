#include "cli/terminal.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>

namespace steward {

static std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

// There is no way to ask a terminal whether it knows links. Old ones print rubbish, so only those count that name
// themselves; inside tmux and screen nobody knows.
static bool knowsLinks() {
  std::string_view term = variable("TERM"), program = variable("TERM_PROGRAM");
  if (term.starts_with("screen") || term.starts_with("tmux")) return false;
  std::string_view vte = variable("VTE_VERSION"); // GNOME's and its relatives
  int version = 0;
  std::from_chars(vte.begin(), vte.end(), version);
  if (version >= 5000) return true;
  for (const char* own : {"KITTY_WINDOW_ID", "WT_SESSION", "KONSOLE_VERSION", "WEZTERM_PANE"})
    if (!variable(own).empty()) return true;
  static constexpr std::string_view programs[] = {"iTerm.app", "vscode", "WezTerm", "ghostty", "Hyper"};
  static constexpr std::string_view terms[] = {"xterm-kitty", "alacritty", "foot", "foot-extra", "xterm-ghostty"};
  return std::ranges::find(programs, program) != std::end(programs) ||
         std::ranges::find(terms, term) != std::end(terms);
}

TextStyle textStyle(const std::string& colour, const std::string& links, bool isTerminal) {
  bool isCapable = isTerminal && variable("TERM") != "dumb";
  TextStyle style;
  style.colour = colour == "always" || (colour == "auto" && isCapable && variable("NO_COLOR").empty());
  style.links = links == "always" || (links == "auto" && isCapable && knowsLinks());
  return style;
}

} // namespace steward
