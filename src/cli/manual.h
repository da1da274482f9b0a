// Man pages and completions, made from the declarations of the options and nothing else.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace steward {

// A page in the language of man, for the whole (`name` empty) or one command; empty when there is no such command.
std::string manualPage(const CLI::App& app, const std::string& name, const std::string& version);
// All pages, into a folder that is there: steward.1, steward-check.1, …
bool writeManual(const CLI::App& app, const std::string& folder, const std::string& version);

std::string bashCompletion(const CLI::App& app);
std::string zshCompletion(const CLI::App& app);

} // namespace steward
