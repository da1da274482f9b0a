#include "cli/commands.h"
#include "cli/output.h"
#include "cli/serve.h"
#include "steward/report.h"

#include <CLI/CLI.hpp>

#include <cstdio>

namespace steward {

void addViewOptions(CLI::App& app, ViewCommand& command) {
  app.add_option("FILE", command.report, "A report that steward check --format json wrote")->required();
  auto* output = app.add_option("-o,--output", command.output, "Write the page to a file instead of serving it");
  output->type_name("FILE");
  app.add_option("--port", command.port, "Serve on this port of 127.0.0.1 (default: any that is free)")
      ->check(CLI::Range(0, 65535))
      ->type_name("N")
      ->excludes(output);
  app.footer(
      "Serves a page that lists the races of a report, with search, filters and both sides of each, to browsers\n"
      "on this machine, until it is stopped (Ctrl-C). Source lines are shown so far as they can be read from\n"
      "the current folder. Exit status: 0, or 2 could not do it.\n\n"
      "Examples:\n"
      "  steward check --format json -o races.json app.c -- -pthread\n"
      "  steward view races.json\n"
      "  steward view races.json -o races.html");
}

int runView(ViewCommand& command) {
  ReadReport read = readReport(command.report);
  if (!read.report) return fail(read.error);
  Served served{reportAsHtml(*read.report), {}};
  std::string problem;
  if (!command.output.empty()) {
    problem = write(served.page, command.output);
  } else {
    served.report = reportAsJson(*read.report);
    problem = serve(served, command.port, [](const std::string& address) {
      std::printf("%s\n", address.c_str());
      std::fflush(stdout);
      std::fputs("serving this report until Ctrl-C\n", stderr);
    });
  }
  return problem.empty() ? 0 : fail(problem);
}

} // namespace steward
