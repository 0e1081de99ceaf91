import type * as THREE from 'three';
import { epoxy, mattePlastic, nickel, tin } from '../materials.ts';
import { print } from '../print.ts';
import { at, block, box, group, type Place, repeat } from './forms.ts';

export interface ChipOptions {
  /** Lines of laser marking; the first is set bolder. Our mark stands before them when `marked`. */
  lines?: string[];
  marked?: boolean;
  /** Gull-wing legs on the two long ends ('so'), on four sides ('qfp'), or balls that nobody sees. */
  legs?: 'so' | 'qfp' | 'none';
  /** mm between legs; default 0.65. */
  pitch?: number;
  body?: THREE.Material;
}

/** A moulded chip of `width` x `depth` x `height` mm with laser marking, pin 1 at its left front corner. */
export function chip(width: number, depth: number, height: number, options: ChipOptions = {}): THREE.Group {
  const { lines = [], marked = lines.length > 0, legs = 'none', pitch = 0.65, body = epoxy() } = options;
  const lift = legs === 'none' ? 0.12 : 0.1;
  const made = group(at(box(width, depth, height - lift, body, Math.min(0.12, height * 0.12)), 0, 0, lift));
  // Under a ball grid one sees a dark gap, not daylight.
  if (legs === 'none') made.add(block(width - 0.6, depth - 0.6, lift + 0.05, mattePlastic('#0b0b0c')));
  if (legs !== 'none') made.add(gullWings(width, depth, height, pitch, legs === 'qfp'));
  if (lines.length) made.add(at(marking(width, depth, lines, marked), 0, 0, height + 0.02));
  return made;
}

function marking(width: number, depth: number, lines: string[], marked: boolean): THREE.Mesh {
  return print(width, depth, 'laser', (canvas) => {
    // Marking runs along the longer side.
    const upright = depth > width * 1.15;
    const [long, short] = upright ? [depth, width] : [width, depth];
    if (upright) canvas.context.rotate(-Math.PI / 2);
    const step = Math.min((short * 0.8) / (lines.length + 0.2), long * 0.15);
    const ink = '#8b8d90';
    const left = -long / 2 + short * 0.14;
    const indent = marked ? step * 1.9 : 0;
    for (const [n, words] of lines.entries()) {
      const y = ((lines.length - 1) / 2 - n) * step;
      canvas.text(words, left + indent, y, step * 0.66, ink, { weight: n === 0 ? 650 : 450 });
    }
    if (marked) canvas.mark(left + step * 0.7, ((lines.length - 1) / 2) * step * 0.5, step * 1.25, ink);
    canvas.disc(-long / 2 + short * 0.09, -short / 2 + short * 0.09, Math.min(0.35, short * 0.04), ink);
  });
}

function gullWings(
  width: number,
  depth: number,
  height: number,
  pitch: number,
  fourSides: boolean,
): THREE.Group {
  const leg = group(
    at(block(0.55, pitch * 0.45, 0.12, tin()), 0.28, 0, height * 0.45),
    at(block(0.12, pitch * 0.45, height * 0.5, tin()), 0.52, 0, 0),
    at(block(0.6, pitch * 0.45, 0.12, tin()), 0.8, 0, 0),
  );
  const places: Place[] = [];
  const along = (length: number): number[] => {
    const count = Math.max(2, Math.floor((length - 0.6) / pitch));
    return Array.from({ length: count }, (_, n) => (n - (count - 1) / 2) * pitch);
  };
  for (const y of along(depth)) places.push([width / 2 - 0.1, y, 0, 0], [-width / 2 + 0.1, y, 0, 180]);
  if (fourSides) {
    for (const x of along(width)) places.push([x, depth / 2 - 0.1, 0, 90], [x, -depth / 2 + 0.1, 0, 270]);
  }
  return repeat(leg, places);
}

/** A power stage or regulator in a flat package: epoxy with tinned side wettable flanks. */
export function powerStage(width = 5, depth = 6, lines: string[] = ['NB55']): THREE.Group {
  return group(
    chip(width, depth, 0.9, { lines, marked: false }),
    at(block(width + 0.12, depth * 0.82, 0.22, tin()), 0, 0, 0),
  );
}

/** A quartz crystal in a lidded metal can. */
export function crystal(width = 3.2, depth = 2.5): THREE.Group {
  return group(
    box(width, depth, 0.35, mattePlastic('#8f8b80'), 0.1),
    at(box(width * 0.9, depth * 0.88, 0.4, nickel(), 0.12), 0, 0, 0.3),
  );
}
