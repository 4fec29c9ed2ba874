#!/usr/bin/env python3
"""A whole Sanqi bot in standard Python: bot.py http://127.0.0.1:8080 CODE   (or: GAME LEVEL, for the server's own AI)

It plays a random legal move. Put your search where pick_move() is.
"""
import base64, json, os, random, re, socket, ssl, struct, sys, time
from urllib.parse import urlsplit


class WebSocket:
    """What a bot needs of RFC 6455: text messages, whole frames; pings are answered."""

    def __init__(self, url):
        at = urlsplit(url)
        secure = at.scheme in ("https", "wss")
        self.socket = socket.create_connection((at.hostname, at.port or (443 if secure else 80)))
        if secure:
            self.socket = ssl.create_default_context().wrap_socket(self.socket, server_hostname=at.hostname)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(f"GET /ws HTTP/1.1\r\nHost: {at.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        self.stream = self.socket.makefile("rb")
        if b" 101 " not in self.stream.readline():
            sys.exit("The server does not take the connection.")
        while self.stream.readline().strip():  # The rest of the answer's header.
            pass

    def send(self, payload, opcode=1):
        mask, size = os.urandom(4), len(payload)
        length = bytes([0x80 | size]) if size < 126 else struct.pack("!BH", 0xFE, size)
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
        self.socket.sendall(bytes([0x80 | opcode]) + length + mask + masked)

    def messages(self):
        while header := self.stream.read(2):
            size = header[1] & 0x7F
            if size > 125:
                size = int.from_bytes(self.stream.read(2 if size == 126 else 8), "big")
            payload = self.stream.read(size)
            opcode = header[0] & 0x0F
            if opcode == 1:
                yield json.loads(payload)
            elif opcode == 9:
                self.send(payload, 10)
            elif opcode == 8:
                return


def pick_move(state):
    return random.choice(state["legal"])


def play(url, what, level):
    connection = WebSocket(url)
    send = lambda **message: connection.send(json.dumps(message).encode())
    room = move = None
    send(t="hello", v=1, name="PythonBot")
    for message in connection.messages():
        kind = message["t"]
        if kind == "welcome" and re.fullmatch("[A-Z0-9]{5}", what):
            send(t="join", code=what, **{"as": "player"})
        elif kind == "welcome":
            send(t="create", game=what, side="random", opponent="ai", level=level)
        elif kind == "created":
            send(t="join", gameId=message["gameId"], token=message["token"], **{"as": "player"})
        elif kind == "error" and message["code"] == "rate_limited" and move:
            time.sleep(message["retryMs"] / 1000)  # Too fast: once more, later.
            send(**move)
        elif kind == "error":
            sys.exit(f'{message["code"]}: {message["message"]}')
        elif kind == "gameFull" or (kind == "event" and room and message["gameId"] == room["gameId"]):
            room = message if kind == "gameFull" else room
            state = message["state"]
            if state["status"] != "playing":
                result = state["result"] or state["status"]
                return print(f'{room["gameId"]}: {result} by {state["reason"]} after {state["ply"]} plies')
            if state["turn"] == room["you"] and state.get("legal"):
                move = {"t": "move", "gameId": room["gameId"], "ply": state["ply"], "move": pick_move(state)}
                send(**move)


if __name__ == "__main__":
    url, what, level = (sys.argv[1:] + ["http://127.0.0.1:8080", "antireversi", "1"][len(sys.argv) - 1:])
    play(url, what, int(level))
