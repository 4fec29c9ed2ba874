import { expect, it, vi } from 'vitest';
import type { ServerMessage } from '../../../../src/protocol/server_messages';
import { listenForFoundGames } from '../../../../src/ui/frame/found_games';
import type { SocketListener } from '../../../../src/ui/services/socket_client';
import type { Services } from '../../../../src/ui/services/services';

it.each([true, false])(
  'goes to a game that a search of this page has found (%s), not to one that was asked for',
  (hasSought) => {
    let listener: SocketListener | null = null;
    const kept = vi.fn();
    const to = vi.fn();
    const play = vi.fn();
    listenForFoundGames({
      account: { keepSeat: kept },
      socket: { hasSought, subscribe: (some: SocketListener) => void (listener = some) },
      navigation: { to },
      preferences: { settings: { peek: () => ({ notify: false }) } },
      sounds: { play },
    } as unknown as Services);
    const created = { t: 'created', gameId: 'g1', code: 'K', url: '/g1', token: 'T' } satisfies ServerMessage;
    const hear = (message: ServerMessage): void => (listener as unknown as SocketListener).onMessage(message);
    hear({ ...created, id: 7 });
    expect(to).not.toHaveBeenCalled();
    hear(created);
    expect(to.mock.calls).toEqual(hasSought ? [[{ page: 'room', gameId: 'g1' }]] : []);
    expect(play.mock.calls).toEqual(hasSought ? [['found']] : []);
    expect(kept).toHaveBeenCalledWith({ gameId: 'g1', token: 'T', code: 'K' });
  },
);
