import type * as THREE from 'three';
import { aluminium, anodised, copper, nickel, rubber } from '../materials.ts';
import { build as mainboard } from '../parts/mainboard-atx.ts';
import { heatPipe } from '../pieces/cooling.ts';
import { at, block, box, crown, cylinder, group, plate, repeat, roundedRect, row } from '../pieces/forms.ts';
import { coveredModule } from '../pieces/memory.ts';
import { print } from '../print.ts';
import type { Scene, View } from '../scene.ts';

export const reach: Scene['reach'] = { centre: [10, 40, 20], radius: 210 };
export const calm: Scene['calm'] = [0.16, 0.64];
export const haze: Scene['haze'] = [300, 620];
export const stops = 0.9;

export const view = (): View => ({
  eye: [168, -182, 98],
  target: [23, 19, 25],
  focus: [80, 26, 24],
  lens: 20,
  aperture: 5.5,
});

/** A flat cooler: a block on the processor, pipes that rise and turn, fins across them. */
function cooler(): THREE.Group {
  const [low, high] = [30, 62];
  const made = group(
    box(44, 44, 5, copper(), 0.6),
    at(box(46, 46, 6, nickel(), 0.8), 0, 0, 5),
    at(repeat(box(0.45, 86, high - low, aluminium(), 0.12), row(48, 1.9, 0, 0, low)), 0, 0),
    at(crown(plate(roundedRect(92, 88, 3), 2, anodised('#3d4247'), { bevel: 0.5 }), 6), 0, 0, high),
    // Folded edges tie the fins to each other.
    at(box(91, 1, 2.2, aluminium(), 0.3), 0, -43, low + 6),
    at(box(91, 1, 2.2, aluminium(), 0.3), 0, -43, high - 8),
  );
  for (const y of [-24, -8, 8, 24]) {
    const base = y * 0.62;
    made.add(
      heatPipe(
        [
          [-16, base, 8.6],
          [14, base, 8.6],
          [34, base * 1.2, 9.4],
          [50, y, 16],
          [56, y, 28],
          [55, y, 39],
          [48, y, 46],
          [34, y, 47],
          [0, y, 47],
          [-44, y, 47],
        ],
        6,
        copper(),
      ),
    );
  }
  const name = print(52, 14, 'ink', (canvas) => {
    canvas.mark(-19, 0, 8, '#dfe3e7');
    canvas.text('Northbridge', -12.4, 0.1, 6.6, '#dfe3e7', { weight: 680 });
  });
  made.add(at(name, 0, -28, high + 2.15));
  return made;
}

export function build(): THREE.Group {
  const made = group(
    at(block(3000, 3000, 10, rubber('#16191c')), 0, 0, -18),
    at(mainboard(), 0, 0),
    at(cooler(), 2, 78, 6.5, -90),
  );
  for (const [x, y] of [
    [35, -146],
    [116, -11],
    [116, -146],
    [116, 146],
  ] as const)
    made.add(at(cylinder(3.2, 8, nickel()), x, y, -8));
  const module = coveredModule();
  made.add(
    repeat(
      module,
      [60, 69.6, 79.2, 88.8].map((x) => [x, 68, 5.2, 90]),
    ),
  );
  return made;
}
