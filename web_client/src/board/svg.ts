const namespace = 'http://www.w3.org/2000/svg';

export type Attributes = Readonly<Record<string, string | number>>;

/** An SVG element with its attributes and children. */
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

/** A gradient whose colours are CSS: `<class>-0`, `<class>-1`, ... so that a theme can change the material. */
export function themedGradient(id: string, material: string, stops: number): SVGElement {
  const offsets = Array.from({ length: stops }, (_, i) => i / (stops - 1));
  return svg(
    'linearGradient',
    { id, x1: 0, y1: 0, x2: 1, y2: 1 },
    ...offsets.map((offset, i) => svg('stop', { offset, class: `${material}-${i}` })),
  );
}

/** A ball lit from the upper left: colours from the highlight to the far rim. */
export function litGradient(
  id: string,
  stops: readonly (readonly [offset: number, color: string])[],
): SVGElement {
  return svg(
    'radialGradient',
    { id, cx: 0.37, cy: 0.31, r: 0.79 },
    ...stops.map(([offset, color]) => svg('stop', { offset, 'stop-color': color })),
  );
}
