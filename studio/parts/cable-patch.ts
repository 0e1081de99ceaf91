import type * as THREE from 'three';
import { glossyPlastic, gold, rubber } from '../materials.ts';
import type { Shot } from '../part.ts';
import { coil, patchPlug, tie } from '../pieces/cables.ts';
import { at, bar, block, box, group, repeat, row } from '../pieces/forms.ts';

export const shot: Shot = { turn: -30, elevation: 36, lens: 15, fill: 0.93, aperture: 0.03, stops: 0.1 };

const radius = 2.9;
const colour = '#1b4f93';

/** A plug that lies on the table, its contacts up and forward (-y), its cable to +y. */
function plug(): THREE.Group {
  const boot = patchPlug(colour);
  // It is modelled for a port behind it: turn it round.
  boot.rotation.z = Math.PI;
  const clear = glossyPlastic('#c4ccd0');
  return group(
    at(group(boot), 0, 0, 4.9),
    at(box(11.4, 13, 7.6, clear, 0.4), 0, -7, 1.1),
    at(repeat(block(0.6, 6.4, 1.2, gold()), row(8, 1.02)), 0, -9.4, 7.7),
    at(box(5.6, 15, 1.2, clear, 0.4), 0, -5, 0),
    at(box(9, 3, 4.6, rubber(colour), 1), 0, -0.6, 2.6),
  );
}

export function build(): THREE.Group {
  const left = { x: -37, y: -80, turn: 20 };
  const right = { x: 37, y: -72, turn: -17 };
  const behind = (p: typeof left, distance: number, z: number): [number, number, number] => {
    const radians = (p.turn * Math.PI) / 180;
    return [p.x - Math.sin(radians) * distance, p.y + Math.cos(radians) * distance, z];
  };
  const points: [number, number, number][] = [
    behind(left, 12, 4.9),
    behind(left, 22, 4.9),
    behind(left, 32, 4.6),
    [-55, -38, 3.6],
    [-62, -19, radius],
    ...coil(radius),
    [62.5, -17, 6.4],
    [58, -32, 5.6],
    behind(right, 32, 5.2),
    behind(right, 22, 4.9),
    behind(right, 12, 4.9),
  ];
  return group(
    bar(points, radius, rubber(colour), { sides: 18, steps: 800 }),
    tie(72),
    at(plug(), left.x, left.y, 0, left.turn),
    at(plug(), right.x, right.y, 0, right.turn),
  );
}
