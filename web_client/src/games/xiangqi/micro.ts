// Characters for boards in lists, where a piece is 12 to 36 pixels wide: a few strokes each, drawn for that size, in a
// box of 20 units round 0,0. The outlines of the real pieces would weigh as much as the page; a system's font differs
// everywhere.
const red: Readonly<Record<string, string>> = {
  r: 'M-5-10L-9-2M-7-5V10M-3-7H9M-2-4H8V4H-2zM-2 0H8M-4 7H10M3-10V10',
  n: 'M-5-10L-9-2M-7-5V10M-1-9V4H9V8q0 2-3 1M-1-9H8M-1-5H7M-1-1H7M3-9V4M-4 6l-1 3M-1 7v2M2 7v2M6 7v2',
  b: 'M-9-5H-1M-5-10V10M-5-4L-9 3M-5-3L-1 2M2-8H8V9H2zM2-2H8M2 3H8',
  a: 'M-5-10L-9-2M-7-5V10M3-9V8M-4-3H9M-2 8H8',
  k: 'M-5-10L-7-7M-9-7H-2V-1H-9zM-9 2H-2V8H-9M-9-7V9M1-5V5M1-5H9V4q0 2-2 1M5-10V10',
  c: 'M-6-9V-2L-9 8M-6-1L-2 6M-9-5L-8-1M-2-6L-4-2M3-10L0-4M2-7H9V2L7 4M2-3H6V2H2M2-3V6q0 3 3 3H9V6',
  p: 'M5-10L-5-7V2M-5-4H7M3-4V2M-9 2H9M-4 4L-8 9M4 4L8 9',
};
const black: Readonly<Record<string, string>> = {
  r: 'M-7-7H7M-6-4H6V4H-6zM-6 0H6M-9 7H9M0-10V10',
  n: 'M-5-9V4H8V8q0 2-3 1M-5-9H6M-5-5H5M-5-1H5M0-9V4M-8 6l-1 3M-4 7v2M0 7v2M4 7v2',
  b: 'M-2-10L-7-5M-3-9H4L2-6M-6-6H7V-1H-6zM0-6v5M0-1Q5 3 4 8q-1 2-4 0M-1 2L-8 5M2 4L-8 9M7 1L3 4M4 4L9 9',
  a: 'M0-9V8M-9-3H9M-6 8H6',
  k: 'M-4-10V10M-9-8V-2H-4M-9 2H-4M-7 2L-9 9M3-10L-1-4M2-8H8L1-2M-1 2H10M6-1V8q0 2-3 1M1 4l2 3',
  c: 'M-9-8H-2M-5-8L-9 1M-7-1H-2V7H-7zM3-10L0-4M2-7H9V2L7 4M2-3H6V2H2M2-3V6q0 3 3 3H9V6',
  p: 'M0-10V-7M-8-7H8M-4-6L-7-1M-4-4L-1-1M4-6L1-1M4-4L8-1M-9 2H9M0-1V10',
};

export const strokes = { first: red, second: black } as const;
