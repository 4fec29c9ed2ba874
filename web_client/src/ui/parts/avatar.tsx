const QUESTION_MARK = 0x3f;

/** A letter on a colour that the name decides, the same on every machine. */
export function Avatar({ name, size = 38 }: { name: string; size?: number }) {
  let hue = 0;
  for (const letter of name) hue = (hue * 31 + (letter.codePointAt(0) ?? 0)) % 360;
  const initial = String.fromCodePoint(name.codePointAt(0) ?? QUESTION_MARK).toUpperCase();
  return (
    <svg class="avatar" viewBox="0 0 38 38" width={size} height={size} aria-hidden="true">
      <rect width="38" height="38" rx="11" fill={`hsl(${hue} 32% 40%)`} />
      <text x="19" y="25.5" text-anchor="middle" font-weight="700" font-size="17" fill="#fff">
        {initial}
      </text>
    </svg>
  );
}
