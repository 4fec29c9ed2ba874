import { lazy } from '../parts/lazy';

// Parts of a room that most games never show: they come when they are wanted.
const nothing = (): null => null;

export const TextBoard = lazy(
  [],
  async () => ({ view: (await import('./text_board')).TextBoard, english: {} }),
  nothing,
);

export const HostTools = lazy(
  [],
  async () => ({ view: (await import('./host_tools')).HostTools, english: {} }),
  nothing,
);

export const InviteCard = lazy(
  [],
  async () => ({ view: (await import('./invite_card')).InviteCard, english: {} }),
  nothing,
);

export const OpeningBar = lazy(
  [],
  async () => ({ view: (await import('./opening_bar')).OpeningBar, english: {} }),
  nothing,
);
