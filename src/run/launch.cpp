#include "run/launch.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace steward {

namespace {

// The one global: a handler has no other way to know whom a signal is for.
volatile sig_atomic_t program = 0;

constexpr std::array passedOn{SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGCONT};

// What a terminal sends goes to the program as well, being in the same group; what a process sends to us does not.
void passOn(int number, siginfo_t* info, void*) {
  int error = errno;
  bool isOfProcess = info->si_code == SI_USER || info->si_code == SI_QUEUE || info->si_code == SI_TKILL;
  if (isOfProcess && program > 0) kill(program, number);
  errno = error;
}

// Signals are passed on while this lives; one that is ignored stays ignored, here and in the program.
class PassingOn {
public:
  PassingOn() {
    for (size_t n = 0; n < passedOn.size(); ++n) {
      sigaction(passedOn[n], nullptr, &before_[n]);
      if (before_[n].sa_handler == SIG_IGN) continue;
      struct sigaction action = {};
      action.sa_sigaction = passOn;
      action.sa_flags = SA_SIGINFO | SA_RESTART;
      sigemptyset(&action.sa_mask);
      sigaction(passedOn[n], &action, nullptr);
    }
  }
  ~PassingOn() {
    program = 0;
    for (size_t n = 0; n < passedOn.size(); ++n) sigaction(passedOn[n], &before_[n], nullptr);
  }
  PassingOn(const PassingOn&) = delete;
  PassingOn& operator=(const PassingOn&) = delete;

private:
  std::array<struct sigaction, passedOn.size()> before_ = {};
};

} // namespace

static std::vector<std::string> environmentWith(const std::string& options) {
  static constexpr std::string_view name = "STEWARD_OPTIONS=";
  std::vector<std::string> result;
  for (char** variable = environ; *variable; ++variable)
    if (!std::string_view(*variable).starts_with(name)) result.push_back(*variable);
  result.push_back(std::string(name) + options);
  return result;
}

static std::vector<char*> pointersTo(std::vector<std::string>& words) {
  std::vector<char*> result;
  for (std::string& word : words) result.push_back(word.data());
  result.push_back(nullptr);
  return result;
}

llvm::Expected<ProgramEnd> launch(const std::vector<std::string>& command, const std::string& options) {
  std::vector<std::string> words = command, environment = environmentWith(options);
  PassingOn passing;
  // A signal that comes before it is known whom it is for waits until then.
  sigset_t blocked, before;
  sigemptyset(&blocked);
  for (int number : passedOn) sigaddset(&blocked, number);
  sigprocmask(SIG_BLOCK, &blocked, &before);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &before);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  pid_t process = 0;
  int failure = posix_spawnp(&process, words[0].c_str(), nullptr, &attributes, pointersTo(words).data(),
                             pointersTo(environment).data());
  posix_spawnattr_destroy(&attributes);
  if (!failure) program = process;
  sigprocmask(SIG_SETMASK, &before, nullptr);
  if (failure) return llvm::createStringError(command[0] + ": cannot be run: " + std::strerror(failure));
  int status = 0;
  while (waitpid(process, &status, 0) < 0)
    if (errno != EINTR) return llvm::createStringError(command[0] + ": " + std::strerror(errno));
  ProgramEnd end;
  if (WIFEXITED(status)) end.status = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
  return end;
}

} // namespace steward
