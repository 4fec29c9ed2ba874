import type { ComponentChildren } from 'preact';
import { RoomIcon, type RoomIconName } from './room_icon';

interface Props {
  readonly icon: RoomIconName;
  /** Its tooltip and its name for screen readers. */
  readonly label: string;
  readonly size?: number;
  readonly class?: string;
  readonly pressed?: boolean;
  readonly expanded?: boolean;
  readonly disabled?: boolean;
  readonly children?: ComponentChildren;
  readonly onClick?: (event: MouseEvent) => void;
}

/** A button that is an icon. */
export function IconButton({
  icon,
  label,
  size = 18,
  class: look,
  pressed,
  expanded,
  children,
  ...rest
}: Props) {
  return (
    <button
      class={`icon-button ${look ?? ''}`}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      aria-expanded={expanded}
      {...rest}
    >
      <RoomIcon name={icon} size={size} />
      {children}
    </button>
  );
}
