// A port of loopback for a program that must be told which, and that may be started again: until it listens nothing
// else is given the port, and whoever connects is refused. The program has to set SO_REUSEPORT, as HAProxy does.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { within } from './patience.mjs';

/** Binds and does not listen; ends when its input does. */
const HOLD = `import socket, sys
held = socket.socket()
held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
held.bind(("127.0.0.1", 0))
print(held.getsockname()[1], flush=True)
sys.stdin.read()`;

/** @return {number, release()} */
export async function reservePort() {
  const holder = spawn('python3', ['-c', HOLD], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = await within(once(holder.stdout, 'data'), () => 'a free port');
  return { number: Number(line), release: () => holder.kill('SIGKILL') };
}
