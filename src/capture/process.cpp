#include "capture/process.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace steward {

llvm::Expected<int> runProcess(const Spawn& spawn) {
  std::vector<char*> words;
  for (const std::string& word : spawn.arguments) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (!spawn.directory.empty()) posix_spawn_file_actions_addchdir_np(&actions, spawn.directory.c_str());
  if (!spawn.keepsInput) posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  if (!spawn.output.empty()) {
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, spawn.output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  } else {
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  }
  pid_t process = 0;
  int failure = posix_spawn(&process, words[0], &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failure) return llvm::createStringError(spawn.arguments[0] + ": " + std::strerror(failure));
  int status = 0;
  while (waitpid(process, &status, 0) < 0)
    if (errno != EINTR) return llvm::createStringError(spawn.arguments[0] + ": " + std::strerror(errno));
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace steward
