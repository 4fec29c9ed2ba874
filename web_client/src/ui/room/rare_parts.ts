import { lazy } from '../parts/lazy';

// Parts of a room that most games never show: they come when they are wanted.
const nothing = (): null => null;

export const TextBoard = lazy(
  ['rare'],
  async () => {
    const { TextBoard: view, english } = await import('./text_board');
    return { view, english };
  },
  nothing,
);

export const HostTools = lazy(
  ['rare'],
  async () => {
    const { HostTools: view, english } = await import('./host_tools');
    return { view, english };
  },
  nothing,
);

export const InviteCard = lazy(
  [],
  async () => ({ view: (await import('./invite_card')).InviteCard, english: {} }),
  nothing,
);

export const OpeningBar = lazy(
  ['rare'],
  async () => {
    const { OpeningBar: view, english } = await import('./opening_bar');
    return { view, english };
  },
  nothing,
);
