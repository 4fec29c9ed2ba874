// For programs that a test starts with its own Node: what gives that one WebSocket, where it needs to be asked.
export const nodeFlags = process.execArgv.filter((flag) =>
  /^--(experimental-websocket|no-warnings)$/.test(flag),
);
