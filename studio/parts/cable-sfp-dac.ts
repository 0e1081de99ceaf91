import type * as THREE from 'three';
import { gold, laminate, mattePlastic, nickel, rubber } from '../materials.ts';
import type { Shot } from '../part.ts';
import { coil, tie } from '../pieces/cables.ts';
import { shell } from '../pieces/connectors.ts';
import {
  at,
  bar,
  block,
  box,
  cylinder,
  group,
  opening,
  plate,
  repeat,
  roundedRect,
  row,
} from '../pieces/forms.ts';
import { label, print } from '../print.ts';

export const shot: Shot = { turn: -30, elevation: 36, lens: 15, fill: 0.93, aperture: 0.03, stops: 0.15 };

const cable = 2.35;
const tabColour = '#0d4a8a';

/** An SFP28 plug along y: contacts at -y, the cable leaves at (0, 0, 5.2) to +y. */
function plug(): THREE.Group {
  const made = group();
  const length = 47;
  // The shell that goes into the cage, its nose open over the edge contacts.
  made.add(
    at(shell(13.4, length, 8.5, 0.9, nickel(), 0.7), 0, -14 - length / 2, 0.6),
    at(box(11.2, 20, 1, laminate('#1c5a37'), 0.1), 0, -14 - length + 11.4, 4),
    at(repeat(block(0.5, 3.2, 0.12, gold()), row(10, 0.8)), 0, -14 - length + 3.2, 5),
    // Its upper lip is cut back, a rib runs along each flank.
    at(box(13.9, 30, 1.6, nickel(), 0.4), 0, -31, 1.6),
    at(box(9, 4.5, 1, nickel(), 0.3), 0, -20, 8.9),
  );
  for (const side of [-1, 1]) {
    made.add(
      at(box(1, 5.4, 3.6, mattePlastic('#17181a'), 0.3), side * 6.55, -20.5, 4),
      at(box(1.2, 9, 1.8, nickel(), 0.4), side * 6.5, -26, 5),
    );
  }
  // The die-cast head stays outside the cage.
  made.add(
    at(box(14.2, 14.5, 11.4, nickel(), 1.3), 0, -7, 0),
    at(box(12.4, 5, 9.4, nickel(), 1.6), 0, 1.5, 0.9),
    at(box(14.5, 1, 8.4, mattePlastic('#2a2c2f'), 0.2), 0, -12.6, 1.4),
  );
  for (const y of [-9.5, -7.5, -5.5]) made.add(at(box(14.5, 0.9, 7, nickel(), 0.4), 0, y, 2.2));
  // Strain relief in rings.
  const relief = group();
  for (let n = 0; n < 5; n++)
    relief.add(at(cylinder(3.7 - n * 0.16, 1.7, rubber('#222427'), { bevel: 0.5 }), 0, 0, n * 2.1));
  relief.add(cylinder(3.1, 11, rubber('#222427'), { bevel: 0.4 }));
  relief.rotation.x = -Math.PI / 2;
  relief.position.set(0, 3.6, 5.4);
  made.add(relief);

  const words = label(
    11.4,
    27,
    'paper',
    (canvas) => {
      canvas.fill('#f3f3f0');
      canvas.context.rotate(-Math.PI / 2);
      canvas.mark(-11, 3.1, 3, '#14171b');
      canvas.text('Northbridge', -8.9, 3.2, 3, '#14171b', { weight: 700 });
      canvas.text('SFP28 25G DAC  2 m', -12.6, -0.2, 2, '#14171b', { weight: 600 });
      canvas.text('NB-DAC25-2', -12.6, -3, 1.7, '#14171b');
      canvas.matrixCode(10.6, -2.2, 3.6, 31);
      canvas.barcode(3.4, -3.4, 8.4, 1.7, 8);
    },
    0.5,
  );
  made.add(at(words, 0, -37, 9.16));

  // The pull tab: a nylon strap over the head with an eye at its end.
  const strap = roundedRect(11.4, 45, 4.5);
  opening(strap, 0, 15.2, 6, 9.5, 3);
  const tab = group(
    plate(strap, 1.1, mattePlastic(tabColour), { bevel: 0.3 }),
    at(
      print(10, 26, 'ink', (canvas) => {
        canvas.context.rotate(-Math.PI / 2);
        canvas.text('25G', -8, 0, 5, '#eef4fa', { weight: 700 });
      }),
      0,
      -4,
      1.16,
    ),
  );
  tab.rotation.x = 0.1;
  made.add(at(group(tab), 0, 9.5, 13.3), at(box(8.6, 6, 1.6, mattePlastic(tabColour), 0.5), 0, -9.6, 10.9));
  return made;
}

export function build(): THREE.Group {
  const left = { x: -37, y: -80, turn: 20 };
  const right = { x: 37, y: -72, turn: -17 };
  const behind = (p: typeof left, distance: number, z: number): [number, number, number] => {
    const radians = (p.turn * Math.PI) / 180;
    return [p.x - Math.sin(radians) * distance, p.y + Math.cos(radians) * distance, z];
  };
  const path = coil(cable);
  const points: [number, number, number][] = [
    behind(left, 3, 5.4),
    behind(left, 9, 5.3),
    behind(left, 17, 4.6),
    [-52, -43, 3.2],
    [-61, -20, cable],
    ...path,
    [62.5, -17, 6],
    [57, -36, 5.6],
    behind(right, 17, 5.4),
    behind(right, 9, 5.4),
    behind(right, 3, 5.4),
  ];
  return group(
    bar(points, cable, rubber('#26282b'), { sides: 18, steps: 900 }),
    tie(72),
    at(plug(), left.x, left.y, 0, left.turn),
    at(plug(), right.x, right.y, 0, right.turn),
  );
}
