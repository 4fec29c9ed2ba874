import { IconPath, paths } from './icon';

const all = {
  ...paths,
  flag: 'M5 21V4M5 4c5-3 8 3 14 0v9c-6 3-9-3-14 0',
  half: 'M4 8l3-2v8M19 4L6 20M14 14c1-2 5-2 5 .5 0 2-3 3-5 5.5h5.5',
  undo: 'M9 14L4 9l5-5M4 9h10a6 6 0 010 12h-3',
  flip: 'M7 4v16M7 20l-3-3M7 4l3 3M17 20V4M17 4l3 3M17 20l-3-3',
  send: 'M4 12l16-8-6 16-3-7z',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  first: 'M18 6l-7 6 7 6M7 6v12',
  previous: 'M15 6l-7 6 7 6',
  next: 'M9 6l7 6-7 6',
  last: 'M6 6l7 6-7 6M17 6v12',
  pause: 'M8 5v14M16 5v14',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  key: 'M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M8 14h8',
  chart: 'M4 19h16M5 15l4-5 4 3 6-8',
  up: 'M12 19V6M6 11l6-6 6 6',
  sink: 'M12 5v13M6 13l6 6 6-6',
  chat: 'M4 5h16v11H9l-5 4z',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  clock: 'M12 4a8.5 8.5 0 100 17 8.5 8.5 0 000-17zM12 8v5l3 2',
  down: 'M12 3v12M8 11l4 4 4-4M5 20h14',
  search: 'M10.5 4a6.5 6.5 0 100 13 6.5 6.5 0 000-13zM15.5 15.5L21 21',
  bolt: 'M13 3L5 14h6l-1 7 8-11h-6z',
} as const;

export type RoomIconName = keyof typeof all;

/** What rooms and records draw, besides the icons of all pages. */
export const RoomIcon = ({ name, size = 18 }: { name: RoomIconName; size?: number }) => (
  <IconPath path={all[name]} size={size} bold={name === 'more'} />
);
