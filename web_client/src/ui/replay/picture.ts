import { svg } from '../../board/drawing/svg';

/**
 * What CSS gives a drawing; an image that stands alone has to carry it, because an SVG in an `img` sees no style
 * sheet of the page.
 */
const properties = [
  'fill',
  'fill-opacity',
  'dominant-baseline',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-dashoffset',
  'stroke-linecap',
  'opacity',
  'stop-color',
  'font',
  'text-anchor',
  'transform',
] as const;

/** Pixels along the longer side of a PNG: sharp on paper, small enough to send. */
const PNG_SIZE = 800;

/** The wood that lies under a drawing, if it has been painted, in a format that makes grain small. */
function woodUnder(drawing: SVGSVGElement): SVGImageElement | null {
  const canvas = drawing.parentElement?.querySelector('canvas');
  if (!canvas?.width) return null;
  const { x, y, width, height } = drawing.viewBox.baseVal;
  return svg('image', { href: canvas.toDataURL('image/jpeg', 0.9), x, y, width, height });
}

/** A board's drawing with its wood, as SVG text that looks the same without the page's style sheets. */
export function drawingText(drawing: SVGSVGElement): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const originals = [...drawing.querySelectorAll<SVGElement>('*')];
  for (const [index, element] of [...copy.querySelectorAll<SVGElement>('*')].entries()) {
    const original = originals[index];
    if (!original) continue;
    const computed = getComputedStyle(original);
    for (const property of properties) {
      const value = computed.getPropertyValue(property);
      if (value && value !== 'none' && value !== 'normal') element.style.setProperty(property, value);
    }
    if (computed.fill === 'none') element.style.fill = 'none';
  }
  const wood = woodUnder(drawing);
  if (wood) copy.prepend(wood);
  const { width, height } = drawing.viewBox.baseVal;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  return new XMLSerializer().serializeToString(copy);
}

const dataUrl = (text: string): string => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;

/** By way of an image: a canvas cannot draw an element of the page. */
async function pngUrl(text: string, width: number, height: number): Promise<string> {
  const image = new Image();
  image.src = dataUrl(text);
  await image.decode();
  const scale = PNG_SIZE / Math.max(width, height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png');
}

/** Offers the drawing as a file to keep. */
export async function saveDrawing(
  drawing: SVGSVGElement,
  name: string,
  format: 'svg' | 'png',
): Promise<void> {
  const text = drawingText(drawing);
  const { width, height } = drawing.viewBox.baseVal;
  const link = document.createElement('a');
  link.href = format === 'svg' ? dataUrl(text) : await pngUrl(text, width, height);
  link.download = `${name}.${format}`;
  link.click();
}
