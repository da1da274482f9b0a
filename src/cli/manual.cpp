#include "cli/manual.h"

#include "cli/output.h"

#include <CLI/CLI.hpp>

#include <functional>
#include <sstream>

namespace steward {

namespace {

struct OptionFacts {
  std::vector<std::string> names; // "-o", "--output"
  std::string value;              // "FILE"; empty for a flag
  std::vector<std::string> choices;
  std::string description;
  bool isPositional = false;
};

} // namespace

static OptionFacts factsOf(const CLI::Option& option) {
  OptionFacts facts;
  for (const std::string& name : option.get_snames()) facts.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) facts.names.push_back("--" + name);
  facts.isPositional = facts.names.empty();
  facts.description = option.get_description();
  if (option.get_items_expected_max() == 0) return facts;
  // "FORMAT:{text,json}": a name, and what a check of the value adds to it.
  std::string type = option.get_type_name();
  if (size_t open = type.find('{'), close = type.rfind('}'); open != std::string::npos && close > open) {
    std::stringstream list(type.substr(open + 1, close - open - 1));
    for (std::string choice; std::getline(list, choice, ',');) facts.choices.push_back(choice);
  }
  facts.value = facts.isPositional ? option.get_name() : type.substr(0, type.find_first_of(":{"));
  return facts;
}

static std::vector<OptionFacts> optionsOf(const CLI::App& app) {
  std::vector<OptionFacts> result;
  for (const CLI::Option* option : app.get_options()) result.push_back(factsOf(*option));
  return result;
}

// Commands that people are told of.
static std::vector<const CLI::App*> commandsOf(const CLI::App& app) {
  std::vector<const CLI::App*> result;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    if (!command->get_group().empty()) result.push_back(command);
  return result;
}

// ------------------------------------------------------------------------------------------------------ man pages

// No line may look like a request of man's language, no hyphen of an option like one of a word.
static std::string roff(const std::string& text) {
  std::string result;
  bool atStart = true;
  for (char c : text) {
    if (atStart && (c == '.' || c == '\'')) result += "\\&";
    if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else
      result += c;
    atStart = c == '\n';
  }
  return result;
}

static std::string bold(const std::string& text) { return "\\fB" + roff(text) + "\\fR"; }
static std::string italic(const std::string& text) { return "\\fI" + roff(text) + "\\fR"; }

static void writeOptions(const CLI::App& app, std::ostream& out) {
  bool isFirst = true;
  for (const OptionFacts& o : optionsOf(app)) {
    if (std::exchange(isFirst, false)) out << ".SH OPTIONS\n";
    out << ".TP\n";
    for (size_t n = 0; n < o.names.size(); ++n) out << (n ? ", " : "") << bold(o.names[n]);
    if (!o.value.empty()) out << (o.isPositional ? "" : " ") << italic(o.value);
    out << '\n' << roff(o.description) << '\n';
    for (size_t n = 0; n < o.choices.size(); ++n) out << (n ? ", " : ".br\nOne of: ") << bold(o.choices[n]);
    if (!o.choices.empty()) out << ".\n";
  }
}

std::string manualPage(const CLI::App& app, const std::string& name, const std::string& version) {
  const CLI::App* page = name.empty() ? &app : nullptr;
  for (const CLI::App* command : commandsOf(app))
    if (command->get_name() == name) page = command;
  if (!page) return {};
  std::string title = name.empty() ? "steward" : "steward-" + name;
  std::string upper = title;
  for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  std::ostringstream out;
  out << ".TH " << roff(upper) << " 1 \"\" \"steward " << version << "\" \"Steward\"\n";
  out << ".SH NAME\n" << roff(title) << " \\- " << roff(page->get_description()) << '\n';
  out << ".SH SYNOPSIS\n" << bold("steward");
  out << (name.empty() ? " " + italic("COMMAND") : " " + bold(name)) << " [" << italic("OPTION") << "]...";
  for (const OptionFacts& o : optionsOf(*page))
    if (o.isPositional) out << ' ' << italic(o.value);
  out << '\n';
  if (name.empty()) {
    out << ".SH COMMANDS\n";
    for (const CLI::App* command : commandsOf(app))
      out << ".TP\n" << bold(command->get_name()) << '\n' << roff(command->get_description()) << '\n';
  }
  writeOptions(*page, out);
  if (!page->get_footer().empty()) out << ".SH NOTES\n.nf\n" << roff(page->get_footer()) << "\n.fi\n";
  out << ".SH SEE ALSO\n";
  bool isFirst = true;
  auto also = [&](const std::string& other) {
    if (other != title) out << (std::exchange(isFirst, false) ? "" : ",\n") << bold(other) << "(1)";
  };
  also("steward");
  for (const CLI::App* command : commandsOf(app)) also("steward-" + command->get_name());
  out << '\n';
  return out.str();
}

bool writeManual(const CLI::App& app, const std::string& folder, const std::string& version) {
  bool isWritten = write(manualPage(app, "", version), folder + "/steward.1").empty();
  for (const CLI::App* command : commandsOf(app)) {
    const std::string& name = command->get_name();
    isWritten &= write(manualPage(app, name, version), folder + "/steward-" + name + ".1").empty();
  }
  return isWritten;
}

// ---------------------------------------------------------------------------------------------------- completions

static std::string joined(const std::vector<std::string>& words, const char* with = " ") {
  std::string result;
  for (const std::string& word : words) result += (result.empty() ? "" : with) + word;
  return result;
}

std::string bashCompletion(const CLI::App& app) {
  std::ostringstream out;
  out << "# Completion of steward for bash; made by `steward completion bash`.\n"
         "_steward() {\n"
         "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command= word\n"
         "  COMPREPLY=()\n"
         "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
         "    [[ $word == -- ]] && return\n"
         "    [[ -z $command && $word != -* ]] && command=$word\n"
         "  done\n"
         "  case $command in\n";
  auto words = [&](const std::string& list) { return "COMPREPLY=($(compgen -W \"" + list + "\" -- \"$cur\"))"; };
  auto cases = [&](const std::string& pattern, const CLI::App& command, const std::vector<std::string>& also) {
    std::vector<std::string> names = also;
    out << "  " << pattern << ")\n    case $prev in\n";
    for (const OptionFacts& o : optionsOf(command)) {
      names.insert(names.end(), o.names.begin(), o.names.end());
      if (o.names.empty() || o.value.empty()) continue;
      out << "    " << joined(o.names, "|") << ") " << (o.choices.empty() ? "" : words(joined(o.choices)) + "; ")
          << "return ;;\n";
    }
    out << "    esac\n";
    // What is no option is a file, which bash completes itself.
    if (also.empty())
      out << "    [[ $cur == -* ]] && ";
    else
      out << "    ";
    out << words(joined(names)) << " ;;\n";
  };
  std::vector<std::string> commands;
  for (const CLI::App* command : commandsOf(app)) commands.push_back(command->get_name());
  cases("''", app, commands);
  for (const CLI::App* command : commandsOf(app)) cases(command->get_name(), *command, {});
  out << "  esac\n}\ncomplete -o bashdefault -o default -F _steward steward\n";
  return out.str();
}

static std::string inSingleQuotes(const std::string& text) {
  std::string result;
  for (char c : text) {
    if (c == '\'')
      result += "'\\''";
    else if (c == '[' || c == ']' || c == ':')
      result += std::string("\\") + c;
    else
      result += c == '\n' ? ' ' : c;
  }
  return result;
}

std::string zshCompletion(const CLI::App& app) {
  std::ostringstream out;
  out << "#compdef steward\n# Completion of steward for zsh; made by `steward completion zsh`.\n_steward() {\n"
         "  local -a commands\n  commands=(\n";
  for (const CLI::App* command : commandsOf(app))
    out << "    '" << command->get_name() << ":" << inSingleQuotes(command->get_description()) << "'\n";
  out << "  )\n"
         "  if (( CURRENT == 2 )); then\n    _describe command commands\n    return\n  fi\n"
         "  local command=${words[2]}\n  shift words\n  (( CURRENT-- ))\n  case $command in\n";
  for (const CLI::App* command : commandsOf(app)) {
    out << "  " << command->get_name() << ")\n    _arguments -S";
    for (const OptionFacts& o : optionsOf(*command)) {
      std::string action = o.value.empty()     ? ""
                           : o.choices.empty() ? ":" + inSingleQuotes(o.value) + ":_files"
                                               : ":" + inSingleQuotes(o.value) + ":(" + joined(o.choices) + ")";
      for (const std::string& name : o.names)
        out << " \\\n      '*" << name << "[" << inSingleQuotes(o.description) << "]" << action << "'";
    }
    out << " \\\n      '*:file:_files' ;;\n";
  }
  out << "  esac\n}\n_steward \"$@\"\n";
  return out.str();
}

} // namespace steward
