/** Strokes in a box of 24. What only rooms and records draw is in room_icon.tsx. */
export const paths = {
  gear: 'M12 9a3 3 0 100 6 3 3 0 000-6zM12 2v3M12 19v3M4.9 4.9l2.1 2.1M17 17l2.1 2.1M2 12h3M19 12h3M4.9 19.1L7 17M17 7l2.1-2.1',
  eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 100 6 3 3 0 000-6z',
  play: 'M7 5l12 7-12 7z',
  sound: 'M4 9v6h4l5 4V5L8 9zM16.5 8.5a5 5 0 010 7M19 6a9 9 0 010 12',
  mute: 'M4 9v6h4l5 4V5L8 9zM16 9l6 6M22 9l-6 6',
  cpu: 'M7 7h10v10H7zM10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4',
  people:
    'M9 11a3.5 3.5 0 100-7 3.5 3.5 0 000 7zM3 20c0-4 3-6 6-6s6 2 6 6M16 5a3 3 0 010 6M17 14c3 0 4 2 4 5',
  book: 'M4 5c3-1 6-1 8 1 2-2 5-2 8-1v13c-3-1-6-1-8 1-2-2-5-2-8-1zM12 6v13',
  check: 'M5 13l4 4L19 7',
  close: 'M6 6l12 12M18 6L6 18',
  share: 'M12 15V3M8 7l4-4 4 4M5 12v8h14v-8',
  globe: 'M12 3a9 9 0 100 18 9 9 0 000-18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  board: 'M4 4h16v16H4zM4 10h16M4 15h16M10 4v16M15 4v16',
} as const;

export type IconName = keyof typeof paths;

/** A line drawing of our own, in the colour of the text. */
export function IconPath({ path, size, bold = false }: { path: string; size: number; bold?: boolean }) {
  return (
    <svg
      class={bold ? 'icon bold' : 'icon'}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}

/** What the frame of all pages and the lobby draw; others have RoomIcon. */
export const Icon = ({ name, size = 18 }: { name: IconName; size?: number }) => (
  <IconPath path={paths[name]} size={size} />
);

export function Logo() {
  return (
    <svg viewBox="0 0 92 52" width="46" height="26" aria-hidden="true">
      <circle cx="26" cy="26" r="22" fill="#c4402c" />
      <circle cx="26" cy="26" r="16.5" fill="none" stroke="#fbeedd" stroke-width="2.6" />
      <circle cx="47" cy="26" r="22" fill="var(--text)" stroke="var(--surface)" stroke-width="4" />
      <circle cx="68" cy="26" r="22" fill="#2b8a67" stroke="var(--surface)" stroke-width="4" />
      <circle cx="68" cy="26" r="9" fill="#fbf8f1" />
    </svg>
  );
}
