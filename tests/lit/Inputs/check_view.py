"""Asks `steward view` for what it serves, and for what it should refuse: check_view.py STEWARD REPORT"""

import http.client
import json
import signal
import socket
import subprocess
import sys

steward, report = sys.argv[1:]
server = subprocess.Popen([steward, "view", report], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
try:
    address = server.stdout.readline().strip()
    assert address.startswith("http://127.0.0.1:") and address.endswith("/"), address
    port = int(address.rstrip("/").rsplit(":", 1)[1])

    def ask(path="/", method="GET", headers={}):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        connection.request(method, path, headers=headers)
        response = connection.getresponse()
        return response.status, response.getheader("Content-Type"), response.read()

    # One that connects and says nothing keeps nobody waiting.
    silent = socket.create_connection(("127.0.0.1", port))

    status, kind, body = ask()
    assert status == 200 and kind == "text/html; charset=utf-8" and body.startswith(b"<!doctype html>")
    status, kind, body = ask("/report.json")
    assert status == 200 and kind.startswith("application/json") and json.loads(body)["version"] == 1
    assert ask("/?x=1")[0] == 200
    assert ask("/etc/passwd")[0] == 404
    assert ask("/../report.json")[0] == 404
    for method in "POST", "PUT", "DELETE":
        assert ask(method=method)[0] == 405
    assert ask(headers={"Host": "elsewhere.example"})[0] == 403
    assert ask(headers={"Host": f"localhost:{port}"})[0] == 200

    raw = socket.create_connection(("127.0.0.1", port), timeout=30)
    raw.sendall(b"nonsense\r\n\r\n")
    assert raw.recv(100).startswith(b"HTTP/1.1 400")
    endless = socket.create_connection(("127.0.0.1", port), timeout=30)
    try:
        while True:
            endless.sendall(b"GET / HTTP/1.1\r\n" + b"x" * 4096)
    except OSError:
        pass  # it does not listen for ever

    # The port is taken, and by nobody outside of this machine to be reached.
    second = subprocess.run([steward, "view", "--port", str(port), report], capture_output=True, text=True, timeout=30)
    assert second.returncode == 2, second
    assert second.stderr == f"steward: error: port {port}: it is in use; --port 0 takes one that is free\n", second.stderr
finally:
    server.send_signal(signal.SIGTERM)
    assert server.wait(timeout=30) == 0
