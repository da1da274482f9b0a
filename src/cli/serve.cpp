#include "cli/serve.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <string_view>
#include <vector>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace steward {

static constexpr size_t longestRequest = 16 << 10;
static constexpr size_t mostConnections = 64;

namespace {

// A browser opens connections before it needs them, so several are looked at in turn; each is for one answer.
struct Connection {
  int socket = -1;
  std::string request;
  std::string head;      // of the answer
  std::string_view body; // of the answer
  size_t sent = 0;
  bool isAnswering = false;
};

} // namespace

static volatile std::sig_atomic_t isStopped = 0;

static std::string responseHead(const char* status, const char* type, size_t length) {
  return "HTTP/1.1 " + std::string(status) + "\r\nContent-Type: " + type +
         "; charset=utf-8\r\nContent-Length: " + std::to_string(length) +
         "\r\nX-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\nConnection: close\r\n";
}

// The value of a header, whose name may be in any case.
static std::string_view header(std::string_view request, std::string_view name) {
  auto isSame = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
  while (!request.empty()) {
    size_t end = request.find("\r\n");
    std::string_view line = request.substr(0, end);
    request.remove_prefix(end == std::string_view::npos ? request.size() : end + 2);
    if (line.size() <= name.size() || line[name.size()] != ':' ||
        !std::equal(name.begin(), name.end(), line.begin(), [&](char a, char b) { return isSame(b, a); }))
      continue;
    line.remove_prefix(name.size() + 1);
    while (line.starts_with(' ')) line.remove_prefix(1);
    while (line.ends_with(' ')) line.remove_suffix(1);
    return line;
  }
  return {};
}

static void answer(Connection& c, const Served& served, const std::string& port) {
  c.isAnswering = true;
  auto refuse = [&](const char* status, const char* more = "") {
    c.body = status;
    c.head = responseHead(status, "text/plain", c.body.size()) + more + "\r\n";
  };
  std::string_view request = c.request, line = request.substr(0, request.find("\r\n"));
  size_t first = line.find(' '), second = line.find(' ', first + 1);
  if (first == std::string_view::npos || second == std::string_view::npos ||
      !line.substr(second + 1).starts_with("HTTP/1."))
    return refuse("400 Bad Request");
  if (line.substr(0, first) != "GET") return refuse("405 Method Not Allowed", "Allow: GET\r\n");
  std::string_view host = header(request, "host");
  if (host != "127.0.0.1:" + port && host != "localhost:" + port) return refuse("403 Forbidden");
  std::string_view path = line.substr(first + 1, second - first - 1);
  path = path.substr(0, path.find('?'));
  if (path == "/")
    c.body = served.page;
  else if (path == "/report.json")
    c.body = served.report;
  else
    return refuse("404 Not Found");
  c.head = responseHead("200 OK", path == "/" ? "text/html" : "application/json", c.body.size()) + "\r\n";
}

// False when the connection is over.
static bool receive(Connection& c, const Served& served, const std::string& port) {
  std::array<char, 4096> bytes;
  ssize_t got = recv(c.socket, bytes.data(), bytes.size(), 0);
  if (got < 0) return errno == EAGAIN || errno == EINTR;
  if (got == 0) return false;
  if (c.isAnswering) return true; // whatever it still says
  c.request.append(bytes.data(), static_cast<size_t>(got));
  if (c.request.find("\r\n\r\n") != std::string::npos)
    answer(c, served, port);
  else if (c.request.size() > longestRequest)
    return false;
  return true;
}

static bool sendMore(Connection& c) {
  while (c.sent < c.head.size() + c.body.size()) {
    std::string_view rest =
        c.sent < c.head.size() ? std::string_view(c.head).substr(c.sent) : c.body.substr(c.sent - c.head.size());
    ssize_t sent = send(c.socket, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (sent < 0) return errno == EAGAIN || errno == EINTR;
    c.sent += static_cast<size_t>(sent);
  }
  shutdown(c.socket, SHUT_WR);
  return false;
}

static std::string listenOn(unsigned port, int& listener, std::string& boundPort) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<uint16_t>(port));
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  socklen_t size = sizeof address;
  int yes = 1;
  listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (listener < 0 || setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
      bind(listener, generic, size) != 0 || listen(listener, 16) != 0 || getsockname(listener, generic, &size) != 0) {
    std::string reason = errno == EADDRINUSE ? "it is in use; --port 0 takes one that is free" : std::strerror(errno);
    return "port " + std::to_string(port) + ": " + reason;
  }
  boundPort = std::to_string(ntohs(address.sin_port));
  return "";
}

static void loop(int listener, const Served& served, const std::string& port, const sigset_t& whileWaiting) {
  std::vector<Connection> connections;
  while (!isStopped) {
    std::vector<pollfd> waiting = {{listener, POLLIN, 0}};
    for (const Connection& c : connections)
      waiting.push_back({c.socket, static_cast<short>(c.isAnswering ? POLLIN | POLLOUT : POLLIN), 0});
    // Signals arrive here and nowhere else, so none can come between the test above and the wait.
    if (ppoll(waiting.data(), waiting.size(), nullptr, &whileWaiting) < 0) continue;
    for (size_t i = connections.size(); i-- > 0;) {
      Connection& c = connections[i];
      short events = waiting[i + 1].revents;
      bool isOpen = !(events & (POLLERR | POLLNVAL));
      if (isOpen && (events & (POLLIN | POLLHUP))) isOpen = receive(c, served, port);
      if (isOpen && c.isAnswering && (events & (POLLIN | POLLOUT))) isOpen = sendMore(c);
      if (isOpen) continue;
      close(c.socket);
      connections.erase(connections.begin() + static_cast<std::ptrdiff_t>(i));
    }
    if (!(waiting[0].revents & POLLIN)) continue;
    int socket = accept4(listener, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (socket < 0) continue;
    if (connections.size() == mostConnections) { // the one that was silent longest
      close(connections.front().socket);
      connections.erase(connections.begin());
    }
    connections.emplace_back().socket = socket;
  }
  for (const Connection& c : connections) close(c.socket);
}

std::string serve(const Served& served, unsigned port, const std::function<void(const std::string&)>& ready) {
  struct sigaction action = {};
  action.sa_handler = [](int) { isStopped = 1; };
  sigset_t stops, before;
  sigemptyset(&stops);
  for (int signal : {SIGINT, SIGTERM}) {
    sigaction(signal, &action, nullptr);
    sigaddset(&stops, signal);
  }
  sigprocmask(SIG_BLOCK, &stops, &before);
  int listener = -1;
  std::string boundPort, problem = listenOn(port, listener, boundPort);
  if (problem.empty()) {
    ready("http://127.0.0.1:" + boundPort + "/");
    loop(listener, served, boundPort, before);
  }
  if (listener >= 0) close(listener);
  sigprocmask(SIG_SETMASK, &before, nullptr);
  return problem;
}

} // namespace steward
