/** Words of replays and analysis. Other languages have exactly these keys. */
export const replay = {
  'replay.ply': 'ply {ply} / {plies}',
  'replay.play': 'Play',
  'replay.stop': 'Stop',
  'replay.share': 'Copy link to this move',
  'replay.export': 'Export',
  'replay.position': 'Copy position',
  'replay.live': 'This game is still being played.',
  'replay.watch': 'Watch it live',
  'replay.loading': 'Fetching the game…',
  'replay.time': 'Time per move',
  'replay.title': 'Replay',
} as const;
