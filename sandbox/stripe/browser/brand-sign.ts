import type { Brand } from './card-input.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** Background and text of each brand's icon. */
const LOOKS: Partial<Record<Brand, [background: string, letters: string]>> = {
  visa: ['#1a1f71', 'VISA'],
  amex: ['#1f72cd', 'AMEX'],
  discover: ['#e06a0d', 'DISC'],
  diners: ['#0a5f95', 'DC'],
  jcb: ['#1b7f3b', 'JCB'],
  unionpay: ['#c8102e', 'UP'],
};

const draw = (name: string, attributes: Record<string, string | number>): SVGElement => {
  const node = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) node.setAttribute(attribute, String(value));
  return node;
};

/** Draws the icon of a card brand, or a generic card for an unknown one. */
export function drawSign(svg: SVGElement, brand: Brand): void {
  const look = LOOKS[brand];
  if (brand === 'mastercard') {
    svg.replaceChildren(
      draw('rect', { width: 32, height: 20, rx: 3, fill: '#252525' }),
      draw('circle', { cx: 13, cy: 10, r: 6, fill: '#eb001b' }),
      draw('circle', { cx: 19, cy: 10, r: 6, fill: '#f79e1b', 'fill-opacity': 0.9 }),
    );
  } else if (look) {
    const letters = draw('text', {
      x: 16,
      y: 13.6,
      fill: '#fff',
      'font-family': 'Arial, sans-serif',
      'font-size': look[1].length > 3 ? 9.5 : 10.5,
      'font-weight': 700,
      'text-anchor': 'middle',
    });
    letters.textContent = look[1];
    svg.replaceChildren(draw('rect', { width: 32, height: 20, rx: 3, fill: look[0] }), letters);
  } else {
    svg.replaceChildren(
      draw('rect', { width: 32, height: 20, rx: 3, fill: 'currentColor' }),
      draw('rect', { y: 4, width: 32, height: 4, fill: '#000', 'fill-opacity': 0.35 }),
      draw('rect', { x: 4, y: 12, width: 9, height: 3, rx: 1, fill: '#fff', 'fill-opacity': 0.75 }),
    );
  }
}
