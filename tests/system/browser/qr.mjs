// Reads a QR code as a phone does, from what a terminal shows: a second opinion on the program's own. Versions 1 to 3
// only, and nothing is corrected: every module must be right.

const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';
const MASKS = [
  (r, c) => (r + c) % 2,
  (r) => r % 2,
  (_, c) => c % 3,
  (r, c) => (r + c) % 3,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2,
  (r, c) => ((r * c) % 2) + ((r * c) % 3),
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2,
];

/** Rows of modules, true where dark, from lines of half blocks; light rows and columns around them are cut off. */
function modules(lines) {
  const rows = lines.flatMap((line) => [
    [...line].map((c) => '▀█'.includes(c)),
    [...line].map((c) => '▄█'.includes(c)),
  ]);
  const dark = rows.map((row) => row.includes(true));
  const [top, bottom] = [dark.indexOf(true), dark.lastIndexOf(true)];
  const [left, right] = [rows[top].indexOf(true), rows[top].lastIndexOf(true)]; // Its finders reach both edges.
  return rows.slice(top, bottom + 1).map((row) => row.slice(left, right + 1));
}

/** Finders, timing, alignment and format: what is no data. */
function isFixed(r, c, size) {
  const inCorner = (r < 9 && c < 9) || (r < 9 && c >= size - 8) || (r >= size - 8 && c < 9);
  const inAlignment = size > 21 && Math.abs(r - (size - 7)) <= 2 && Math.abs(c - (size - 7)) <= 2;
  return inCorner || inAlignment || r === 6 || c === 6;
}

/** The mask is told in the format, beside the upper left finder, itself masked by a fixed pattern. */
function maskOf(code) {
  const bits = [2, 3, 4].map((column) => Number(code[8][column]));
  return ((bits[0] << 2) | (bits[1] << 1) | bits[2]) ^ 0b101;
}

/** Two columns at a time from the right, up and down in turn; the column of the timing is left out. */
function* bits(code) {
  const size = code.length;
  const mask = MASKS[maskOf(code)];
  let upwards = true;
  for (let right = size - 1; right > 0; right -= 2, upwards = !upwards) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; ++step) {
      const r = upwards ? size - 1 - step : step;
      for (const c of [right, right - 1]) {
        if (!isFixed(r, c, size)) yield Number(code[r][c] !== (mask(r, c) === 0));
      }
    }
  }
}

export function readQr(lines) {
  const code = modules(lines);
  const version = (code.length - 17) / 4;
  if (![1, 2, 3].includes(version) || code.some((row) => row.length !== code.length))
    throw new Error(`no QR code of ${code.length} modules`);
  const stream = bits(code);
  const take = (count) =>
    Array.from({ length: count }, () => stream.next().value).reduce((n, bit) => n * 2 + bit, 0);
  let text = '';
  for (let mode = take(4); mode !== 0; mode = take(4)) {
    if (mode === 1) text += digits(take(10), take);
    else if (mode === 2) text += letters(take(9), take);
    else if (mode === 4) text += Array.from({ length: take(8) }, () => String.fromCharCode(take(8))).join('');
    else throw new Error(`mode ${mode} of a QR code`);
  }
  return text;
}

function digits(count, take) {
  let text = '';
  for (; count >= 3; count -= 3) text += String(take(10)).padStart(3, '0');
  return text + (count ? String(take(count * 3 + 1)).padStart(count, '0') : '');
}

function letters(count, take) {
  let text = '';
  for (; count >= 2; count -= 2) {
    const pair = take(11);
    text += ALPHANUMERIC[Math.floor(pair / 45)] + ALPHANUMERIC[pair % 45];
  }
  return text + (count ? ALPHANUMERIC[take(6)] : '');
}
