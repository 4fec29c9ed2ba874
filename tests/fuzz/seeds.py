#!/usr/bin/env python3
"""Writes what the fuzzer begins with, from the samples and verified data of the other tests: seeds.py FOLDER"""
import io
import json
import struct
import sys
import zipfile
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
GAMES = ["xiangqi", "gomoku", "antireversi"]


def sample(name):
    return json.loads((TESTS / "protocol/samples" / name).read_text())


def decode():
    for each in sample("client_messages.json"):
        yield json.dumps(each["message"], ensure_ascii=False)
    for each in sample("malformed.json"):
        yield each.get("text", "")
    yield '{"t":"chat","gameId":"aB3dE9xQ","room":"all","text":"' + "林" * 1300 + '"}'
    yield '{"t":"ping","at":1' + "".join(f',"k{n}":0' for n in range(400)) + "}"


def variants():
    """Each first byte means a game, a rule and a size; some of these texts fit some of them."""
    return [bytes([n]) for n in range(16)]


def position():
    lines = (TESTS / "data/verified/xiangqi_perft.epd").read_text().splitlines()[:12]
    boards = [line.split(" ;")[0] for line in lines]
    for line in (TESTS / "data/verified/antireversi_exact.jsonl").read_text().splitlines()[:6]:
        row = json.loads(line)
        boards.append(f'{row["board"]} {row["to_move"]}')
    for size in (15, 20):
        boards.append("-" * (size * size // 2) + "XO" + "-" * (size * size - size * size // 2 - 2) + " X")
    for variant in variants():
        for board in boards:
            yield variant + board.encode()


def moves():
    games = ["h2e2 h9g7 h0g2 i9h9", "炮二平五 马8进7 车一进一", "C2=5 h8+7 R1+1", "h8 i9 i7 g9 h10", "d3 c3 c4 c5 pass"]
    for name in ("gomoku_openings", "xiangqi_openings"):
        rows = (TESTS / f"data/verified/{name}.jsonl").read_text().splitlines()[:4]
        games += [" ".join(json.loads(row)["moves"]) for row in rows]
    for variant in variants():
        for game in games:
            yield variant + game.encode()


def imports():
    requests = [each.get("request", {}) for each in sample("http_import.json")]
    texts = [text for request in requests if isinstance(text := request.get("text"), str)]
    texts += [json.dumps(sample("http_game.json"), ensure_ascii=False)]
    texts += [
        '[Game "Xiangqi"]\n[Red "Lin"]\n[Black "Wu"]\n[Result "1-0"]\n\n1. h2e2 h9g7 2. h0g2 1-0\n',
        "[DhtmlXQ]\n[DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n",
        "(;GM[4]SZ[15]PB[Lin]PW[Wu];B[hh];W[ii];B[hi])",
        "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n8,9,0\n",
        "(;GM[Othello]PB[a]PW[b]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[d3]W[c3];)",
        "1. d3 c3 2. c4 e3\n",
    ]
    # As long as a file may be: the fuzzer makes none much longer than the longest of these.
    yield b"\0" + b'[Game "Xiangqi"]\n\n1. h2e2 {' + b"x" * 200_000 + b"} h9g7\n"
    yield bytes([9]) + ('{"game":"gomoku","moves":"h8","x":[' + '{"k":0},' * 25_000 + "0]}").encode()
    for text in texts:
        for n in range(11):
            yield bytes([n]) + text.encode()
    for bytes_ in binaries():
        yield b"\x0a" + bytes_


def binaries():
    """XQF 1.0, RenLib and CCBridge, two moves each."""
    usual = bytes.fromhex("000a141e28323c46500c48" "03172b3f53" "09131d27313b454f59114d" "061a2e4256")
    header = b"XQ\x0a" + bytes(13) + usual + bytes(1024 - 48)
    nodes = [(0x18, 0x20, 0xF0), (0x48 + 0x18, 0x2A + 0x20, 0xF0), (0x4F + 0x18, 0x43 + 0x20, 0)]
    yield header + b"".join(bytes([*node, 0]) + b"\2\0\0\0\xBA\xC3" for node in nodes)
    yield b"\xFFRenLib\xFF\x03\x04" + b"\xFF" * 10 + b"\0\0" + b"\x78\x08ab\0\0" + b"\x69\x40"
    record = bytearray(b"CCBridge Record" + bytes(2199))
    record[19] = 2
    record[2120:2210] = bytes.fromhex("212223242524232221" + "00" * 10 + "26000000000026" "00" "270027002700270027") + bytes(18) + bytes.fromhex(
        "170017001700170017" "00160000000000" "1600" + "00" * 9 + "111213141514131211")
    yield bytes(record) + bytes.fromhex("00000000" "00004643" "05000718" "02000000" "7d59")


def cbl2():
    """CCBridge 2, a variation of one move."""
    text = lambda words: struct.pack("<I", len(words)) + words
    day = b" " * 19
    usual = bytes.fromhex("1a2a3a4a5a6a7a8a9a28881737577797" "11213141516171819123831434547494")
    game = usual + struct.pack("<I", 1) + text(b"event") + struct.pack("<I", 1) + text(b"") * 5 + text(b"Lin") + text(b"Wu")
    game += struct.pack("<I", 1) + text(b"") * 4 + text(b"about") + b"\1" + day + day + struct.pack("<I", 2)
    game += b"\1\0\x77\x47xx" + b"\1\0\x26\x25xx" + b"one\r\ntwo||three\r\n"
    plain = text(b"name") + text(b"") * 4 + day + day + struct.pack("<I", 1) + text(b"") + struct.pack("<I", len(game) + 4) + game
    return b"CCBridge" + struct.pack("<III", 0x15, 0, len(plain)) + plain


def readers():
    files = [*binaries(), cbl2(), bytes([3, 0x70, 0x61, 0x7F])]
    texts = [
        "FORMAT AXF\nRED Lin\nSTART{\n1. C2=5 {x} H8+7\n}END\n",
        '<n version="2" m="rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w" c="x"><n m="h2e2"/><n m="c3c4"/></n>',
        '<db><player id="1" name="a"/><game id="1" black="1" white="2" bresult="1"><move>h8 i9</move></game></db>',
        "WC=[a,b,+,88998A,?,-,]\n",
        "[DHJHtmlXQ_32]0[/DHJHtmlXQ_32][DHJHtmlXQ_34]72427967[/DHJHtmlXQ_34]",
        "[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist][DhtmlXQ_move_0_2_1]1242[/DhtmlXQ_move_0_2_1][DhtmlXQ_comment1]x[/DhtmlXQ_comment1]",
        "[Red a]\n1. h3e3 (1. Che3 Hg8) h10g8 {x} *\n\n1. P2-5 M8.7 1-0 more",
    ]
    files += [text.encode() for text in texts]
    zipped = io.BytesIO()
    with zipfile.ZipFile(zipped, "w", zipfile.ZIP_DEFLATED) as archive:
        for n, each in enumerate(files):
            archive.writestr(f"{n}.bin", each)
    for each in [*files, zipped.getvalue()]:
        for which in range(22):
            yield bytes([which]) + each


def http():
    for target in ("/", "/api/games?game=xiangqi&status=finished&limit=100", "/api/games/aB3dE9xQ?x=%41", "/r/K7QMX",
                   "/api/games?player=Lin&result=won&from=2024-11-18&to=1731900000123&cursor=12.ab", "/..%2f..%2fetc"):
        for host in ("localhost:8080", "[::1]:8080", "play.example"):
            yield b"\0" + f"{target}\n{host}\nhttp://{host}".encode()
    for proxies, forwarded in (("10.0.0.0/8", "1.2.3.4, 10.0.0.1"), ("fd00::/8", "2001:db8::1,fd00::2, ::ffff:1.2.3.4")):
        yield b"\1" + f"{proxies}\n{forwarded}".encode()
    yield b"\2<script>let a;</script><style>p{}</style>"


def account():
    bodies = ['{"name":"Lin","password":"12345678","client":"web"}', '{"name":"Wang","password":"12345678"}', '{"everywhere":true}',
              '{"old":"12345678","new":"87654321"}', '{"password":"wrong one"}', "", "[]"]
    bodies += ["{" + ",".join(f'"{n}":0' for n in range(400)) + "}", '{"name":"' + "林" * 1300 + '","password":"12345678"}']
    for route in range(8):
        for known in range(2):
            for body in bodies:
                yield bytes([route, known]) + b"0f3a9c5d7e1b2468\n" + body.encode()


def connection():
    hello = b'\x81{"t":"hello","v":1,"name":"Lin"}'
    for text in decode():
        yield b"\1" + hello + b"\n\x81" + text.replace("\n", " ").encode()
    yield b"\1" + hello + b'\n\x01{"t":"pi\n\x89x\n\x80ng","at":1}\n\x8a\n\x88\x03\xe8'
    for head in ("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "GET /api/games?limit=1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
                 'POST /api/import HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n{"text":"1."}',
                 'POST /api/auth/register HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n'
                 '23\r\n{"name":"Lin","password":"12345678"}\r\n0\r\n\r\n',
                 "POST /api/import HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 200011\r\n\r\n"
                 '{"text":"' + "x" * 200_000 + '"}',
                 "GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 8\r\n\r\n"):
        yield b"\0" + head.encode()


def main():
    for name, make in {"decode": decode, "position": position, "moves": moves, "import": imports, "reader": readers, "http": http, "account": account, "connection": connection}.items():
        folder = Path(sys.argv[1]) / name
        folder.mkdir(parents=True, exist_ok=True)
        for n, seed in enumerate(make()):
            (folder / f"{n:03}").write_bytes(seed if isinstance(seed, bytes) else seed.encode())


main()
