// A whole Sanqi bot: node bot.mjs ws://127.0.0.1:8080/ws CODE   (or: GAME LEVEL, to play the server's own AI)
// It plays a random legal move. Put your search where pickMove() is.
const [url = 'ws://127.0.0.1:8080/ws', what = 'antireversi', level = '1'] = process.argv.slice(2);
const socket = new WebSocket(url);
const send = (message) => socket.send(JSON.stringify(message));
const pickMove = (state) => state.legal[Math.floor(Math.random() * state.legal.length)];

let room = null;

function think(state) {
  if (state.status !== 'playing') {
    console.log(`${room.gameId}: ${state.result ?? state.status} by ${state.reason} after ${state.ply} plies`);
    socket.close();
  } else if (state.turn === room.you && state.legal) {
    send({ t: 'move', gameId: room.gameId, ply: state.ply, move: pickMove(state) });
  }
}

const on = {
  welcome() {
    if (/^[A-Z0-9]{5}$/.test(what)) send({ t: 'join', code: what, as: 'player' });
    else send({ t: 'create', game: what, time: null, side: 'random', opponent: 'ai', level: Number(level) });
  },
  created: ({ gameId, token }) => send({ t: 'join', gameId, token, as: 'player' }),
  gameFull(message) { room = message; think(room.state); },
  event(message) { if (message.gameId === room?.gameId) think(room.state = message.state); },
  error({ code, message, retryMs }) {
    if (code === 'rate_limited' && room) return setTimeout(() => think(room.state), retryMs); // Too fast.
    console.error(`${code}: ${message}`);
    socket.close();
  },
};

socket.onopen = () => send({ t: 'hello', v: 1, name: 'ExampleBot' });
socket.onmessage = ({ data }) => { const message = JSON.parse(data); on[message.t]?.(message); };
