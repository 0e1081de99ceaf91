import type * as THREE from 'three';
import { aluminium, ceramic, epoxy, mattePlastic, tin } from '../materials.ts';
import { print } from '../print.ts';
import { at, box, group, turned } from './forms.ts';

/** Chip parts by their imperial size; they lie along x. Use them with `repeat`. */
const sizes = {
  '0201': [0.6, 0.3, 0.3],
  '0402': [1.0, 0.5, 0.5],
  '0603': [1.6, 0.8, 0.8],
  '0805': [2.0, 1.25, 1.0],
  '1206': [3.2, 1.6, 1.4],
} as const;
export type ChipSize = keyof typeof sizes;

/** A multilayer ceramic capacitor: tan body, tinned end caps. */
export function ceramicCapacitor(size: ChipSize = '0402', color = '#a5865f'): THREE.Group {
  const [length, width, height] = sizes[size];
  const cap = length * 0.24;
  const end = (side: number): THREE.Mesh =>
    at(box(cap, width, height, tin(), width * 0.12), (side * (length - cap)) / 2, 0);
  return group(
    at(box(length * 0.9, width * 0.94, height * 0.94, ceramic(color), width * 0.08), 0, 0),
    end(-1),
    end(1),
  );
}

/** A thick-film resistor: black glass on white ceramic. */
export function resistor(size: ChipSize = '0402'): THREE.Group {
  const [length, width] = sizes[size];
  const height = width * 0.5;
  const cap = length * 0.2;
  const end = (side: number): THREE.Mesh =>
    at(box(cap, width, height, tin(), height * 0.15), (side * (length - cap)) / 2, 0);
  return group(
    box(length * 0.94, width * 0.96, height * 0.8, ceramic('#e4e0d8'), 0.03),
    at(box(length * 0.62, width * 0.94, height * 0.3, epoxy(), 0.02), 0, 0, height * 0.72),
    end(-1),
    end(1),
  );
}

/** A moulded tantalum or polymer capacitor with its polarity bar. */
export function tantalumCapacitor(width = 7.3, depth = 4.3, height = 1.9, color = '#2b2a2b'): THREE.Group {
  return group(
    at(box(width, depth, height - 0.1, mattePlastic(color), 0.2), 0, 0, 0.1),
    at(box(width + 0.3, depth * 0.55, 0.5, tin(), 0.08), 0, 0, 0),
    at(
      print(width, depth, 'laser', (canvas) => {
        canvas.rect(-width * 0.38, 0, width * 0.14, depth * 0.92, '#9b9686');
        canvas.text('330', width * 0.1, depth * 0.18, depth * 0.3, '#9b9686', {
          align: 'center',
          weight: 600,
        });
        canvas.text('6V NB', width * 0.1, -depth * 0.2, depth * 0.24, '#9b9686', { align: 'center' });
      }),
      0,
      0,
      height + 0.02,
    ),
  );
}

/** A solid polymer can: aluminium with a stamped top, a coloured sector, a plastic foot. */
export function polymerCapacitor(diameter = 6.3, height = 7.7, color = '#27306b'): THREE.Group {
  const radius = diameter / 2;
  return group(
    box(diameter + 0.3, diameter + 0.3, 0.9, mattePlastic(), 0.25),
    at(
      turned(
        [
          [radius * 0.94, 0],
          [radius, 0.3],
          [radius, 0.9],
          [radius * 0.95, 1.15],
          [radius * 0.95, 1.4],
          [radius, 1.65],
          [radius, height - 1.5],
          [radius * 0.96, height - 1.15],
          [radius * 0.86, height - 0.95],
          [0, height - 0.95],
        ],
        aluminium(),
        40,
      ),
      0,
      0,
      0.9,
    ),
    at(
      print(diameter, diameter, 'ink', (canvas) => {
        const { context } = canvas;
        context.beginPath();
        context.arc(0, 0, radius * 0.84, -0.6 * Math.PI, 0.15 * Math.PI);
        context.closePath();
        context.fillStyle = color;
        context.fill();
        canvas.text('NB', -radius * 0.3, radius * 0.02, diameter * 0.17, '#3a3a3a', {
          align: 'center',
          weight: 600,
        });
        canvas.text('560', -radius * 0.1, -radius * 0.42, diameter * 0.17, '#3a3a3a', {
          align: 'center',
          weight: 600,
        });
      }),
      0,
      0,
      height - 0.03,
    ),
  );
}

/** A power inductor: pressed iron powder, with its value lasered on. */
export function inductor(width = 6.5, height = 4, value = 'R22', color = '#3a3b3d'): THREE.Group {
  return group(
    at(box(width, width, height - 0.15, mattePlastic(color), 0.35), 0, 0, 0.15),
    at(box(width + 0.3, width * 0.35, 0.4, tin(), 0.1), 0, 0, 0),
    at(
      print(width, width, 'laser', (canvas) =>
        canvas.text(value, 0, 0, width * 0.34, '#b9bbbd', { align: 'center', weight: 600 }),
      ),
      0,
      0,
      height + 0.02,
    ),
  );
}

/** A small light emitting diode, unlit. */
export function diode(): THREE.Group {
  return group(
    box(1.6, 0.8, 0.35, ceramic('#e8e6e0'), 0.05),
    at(box(1, 0.75, 0.35, mattePlastic('#d9e6c8'), 0.1), 0, 0, 0.3),
  );
}
