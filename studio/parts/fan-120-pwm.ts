import type * as THREE from 'three';
import type { Shot } from '../part.ts';
import { fanPlug, wires } from '../pieces/cables.ts';
import { type FanOptions, fan } from '../pieces/cooling.ts';
import { at, group, stand } from '../pieces/forms.ts';

export const shot: Shot = { turn: -30, elevation: 17, lens: 16, fill: 0.9, aperture: 0.04, stops: 0.15 };

/** A fan on its edge, its lead in front. */
export function standingFan(size: number, options?: FanOptions): THREE.Group {
  const standing = stand(fan(size, options));
  standing.position.z = size / 2;
  const black = ['#17181a', '#1c1d20', '#17181a', '#1c1d20'];
  const aside = size / 2 - 60;
  // Out of the frame's lower right corner behind, over the table, to its plug in front.
  const path: [number, number, number][] = [
    [44, 1, 14],
    [60, 4, 8],
    [74, 6, 1.2],
    [90, -4, 0.8],
    [92, -26, 0.8],
    [78, -40, 0.8],
    [66, -52, 2.3],
    [62, -58, 2.3],
  ];
  const lead = wires(
    path.map(([x, y, z]) => [x + aside, y, z]),
    black,
    0.75,
  );
  return group(standing, lead, at(fanPlug(), 59.6 + aside, -63.5, 0, -26));
}

export const build = (): THREE.Group => standingFan(120);
