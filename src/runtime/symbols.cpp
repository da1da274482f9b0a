// Names of program counters, from llvm-symbolizer: one process, asked through pipes, started at the first question.
#include "runtime/found.h"
#include "runtime/options.h"
#include "runtime/system.h"

#include <errno.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <unistd.h>

extern char** environ;

namespace steward::runtime {

static int asked = -1, answered = -1;
static bool isTried;

static long readSome(int file, char* into, size_t size) {
  long got;
  do got = systemCall(SYS_read, file, long(into), long(size));
  while (got == -EINTR);
  return got;
}

static bool start(const char* program) {
  int questions[2], answers[2];
  if (systemCall(SYS_pipe2, long(questions), 02000000) || systemCall(SYS_pipe2, long(answers), 02000000)) return false;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, questions[0], 0);
  posix_spawn_file_actions_adddup2(&actions, answers[1], 1);
  const char* arguments[] = {program, "--inlines", "--output-style=LLVM", "--demangle", nullptr};
  pid_t child;
  int failed = posix_spawnp(&child, program, &actions, nullptr, const_cast<char**>(arguments), environ);
  posix_spawn_file_actions_destroy(&actions);
  systemCall(SYS_close, questions[0]);
  systemCall(SYS_close, answers[1]);
  if (failed) {
    systemCall(SYS_close, questions[1]);
    systemCall(SYS_close, answers[0]);
    return false;
  }
  asked = questions[1];
  answered = answers[0];
  return true;
}

void forgetSymbolizer() {
  if (asked >= 0) systemCall(SYS_close, asked);
  if (answered >= 0) systemCall(SYS_close, answered);
  asked = answered = -1;
  isTried = false;
}

// Each answer is lines of "function" and "file:line:column", the innermost inlined call first, and an empty line.
static bool ask(const Module& module, uintptr_t pc, Text& answer) {
  if (!isTried) {
    isTried = true;
    if (options.symbolizer ? !start(options.symbolizer) : !start("llvm-symbolizer-22") && !start("llvm-symbolizer"))
      printLine("no llvm-symbolizer: callers are shown as addresses (option symbolizer=PATH)");
  }
  if (asked < 0) return false;
  Text question;
  question.add("CODE \"");
  question.add(module.path);
  question.add("\" ");
  question.addAddress(pc - module.bias);
  question.add('\n');
  if (!question.writeTo(asked)) return false;
  char buffer[4096];
  for (;;) {
    long got = readSome(answered, buffer, sizeof buffer);
    if (got <= 0) return false;
    answer.add(buffer, size_t(got));
    if (answer.size() >= 2 && answer.data()[answer.size() - 1] == '\n' && answer.data()[answer.size() - 2] == '\n')
      return true;
  }
}

void addFrame(Text& text, uintptr_t pc) {
  Module* module = moduleOf(pc);
  Text answer;
  if (module && ask(*module, pc, answer) && answer.size() > 4 && answer.data()[0] != '?') {
    const char* at = answer.data();
    const char* end = at + answer.size();
    while (at < end && *at != '\n') {
      const char* name = at;
      while (at < end && *at != '\n') ++at;
      size_t nameLength = size_t(at - name);
      const char* place = ++at;
      while (at < end && *at != '\n') ++at;
      text.add("    ");
      text.add(name, nameLength);
      text.add(" ");
      text.add(place, size_t(at - place));
      text.add('\n');
      ++at;
    }
    return;
  }
  text.add("    ");
  text.add(module ? module->path : "?");
  text.add('+');
  text.addAddress(pc - (module ? module->bias : 0));
  text.add('\n');
}

} // namespace steward::runtime
