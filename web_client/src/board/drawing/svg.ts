const namespace = 'http://www.w3.org/2000/svg';

export type Attributes = Readonly<Record<string, string | number>>;

/** A new SVG element with its attributes and children. Strings become texts, never markup. */
export function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS(namespace, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (children.length > 0) element.append(...children);
  return element;
}

/** Gives `layer` other children. Most layers are empty at most moves: then the browser is not asked to do anything. */
export function fill(layer: SVGElement, children: readonly Node[]): void {
  if (children.length > 0 || layer.firstChild) layer.replaceChildren(...children);
}

/** A stop of a gradient; `offset` from 0 to 1, opaque where nothing is said. */
export type Stop = readonly [offset: number, color: string, opacity?: number];

const stopsOf = (stops: readonly Stop[]): SVGElement[] =>
  stops.map(([offset, color, opacity = 1]) =>
    svg('stop', { offset, 'stop-color': color, 'stop-opacity': opacity }),
  );

/** From the upper left, where the light comes from, to the lower right. */
export const linearGradient = (id: string, ...stops: readonly Stop[]): SVGElement =>
  svg('linearGradient', { id, x2: 0.7, y2: 1 }, ...stopsOf(stops));

/** From the middle of a shape, or from where the light meets it. */
export const radialGradient = (id: string, stops: readonly Stop[], focus: Attributes = {}): SVGElement =>
  svg('radialGradient', { id, ...focus }, ...stopsOf(stops));
