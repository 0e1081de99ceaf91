import * as THREE from 'three';
import { ceramic, glossyPlastic, laminate, mattePlastic } from '../materials.ts';
import type { Shot } from '../part.ts';
import { at, block, box, cylinder, group, hole, type Place, plate, repeat, ring } from '../pieces/forms.ts';
import { resistor } from '../pieces/passives.ts';
import { label } from '../print.ts';

export const shot: Shot = { turn: -24, elevation: 34, lens: 15, fill: 0.9, aperture: 0.04 };

/** A reel of 7 inches for tape of 8 mm, lying. */
const [radius, gap, wall] = [89, 8.4, 1.2];
const height = gap + 2 * wall;
const paper = () => laminate('#e6dfcf');

/** A flange: windows between its spokes show how much tape is left. */
function flange(): THREE.Group {
  const shape = new THREE.Shape();
  shape.absarc(0, 0, radius, 0, 2 * Math.PI, false);
  hole(shape, 0, 0, 6.6);
  for (let n = 0; n < 3; n++) {
    // A broad spoke behind carries the label.
    const [from, to] = [(n * 2 * Math.PI) / 3 - 0.02, ((n + 1) * 2 * Math.PI) / 3 - 1.02];
    const window = new THREE.Path();
    window.absarc(0, 0, 80, from, to, false);
    window.absarc(0, 0, 36, to, from, true);
    window.closePath();
    shape.holes.push(window);
  }
  return group(plate(shape, wall, mattePlastic('#25394f'), { bevel: 0.25, curve: 72 }));
}

function reel(): THREE.Group {
  return group(
    flange(),
    at(cylinder(30, gap, mattePlastic('#25394f'), { sides: 72 }), 0, 0, wall),
    at(ring(30, 75, gap - 0.6, paper(), 0.1, 144), 0, 0, wall + 0.2),
    ...Array.from({ length: 14 }, (_, n) =>
      at(ring(32 + n * 3, 32.6 + n * 3, 0.1, ceramic('#b9ae97'), 0.02, 96), 0, 0, wall + gap - 0.4),
    ),
    at(flange(), 0, 0, wall + gap),
  );
}

/** The end of the tape, on its edge along x: holes that pull it, pockets with parts under clear film. */
function tape(length: number, content: THREE.Group): THREE.Group {
  const shape = new THREE.Shape();
  shape.moveTo(0, -4).lineTo(length, -4).lineTo(length, 4).lineTo(0, 4);
  const pockets: Place[] = [];
  for (let x = 2; x < length - 1; x += 4) {
    hole(shape, x, 2.25, 0.75);
    if (x + 2 < length - 1) pockets.push([x + 2, -1.5, 0.75, 90]);
  }
  const lying = group(
    plate(shape, 0.75, paper(), { bevel: 0.05 }),
    repeat(
      block(1.8, 3.4, 0.02, ceramic('#8f866f')),
      pockets.map(([x, y]): Place => [x, y, 0.76]),
    ),
    repeat(content, pockets),
    at(box(length - 6, 5.3, 0.04, glossyPlastic('#cfd6da'), 0.01), length / 2 - 3, -1.4, 0.01),
  );
  lying.rotation.x = Math.PI / 2;
  return group(lying);
}

function face(): THREE.Mesh {
  return label(
    46,
    28,
    'paper',
    (canvas) => {
      canvas.fill('#f4f4f1');
      canvas.rect(0, 11, 46, 6, '#0d4a8a');
      canvas.mark(-19.4, 11, 3.6, '#ffffff');
      canvas.text('Northbridge', -16.6, 11.1, 3.6, '#ffffff', { weight: 680 });
      canvas.barcode(-6.5, 3.2, 28, 4.6, 41);
      canvas.barcode(-6.5, -4.6, 28, 4.6, 87);
      canvas.matrixCode(15.4, -0.8, 10, 17);
      for (const [y, width] of [
        [-9.6, 34],
        [-11.8, 24],
      ] as const)
        canvas.rect(-20.5 + width / 2, y, width, 0.7, '#9aa0a5');
    },
    1,
  );
}

/** Two reels, the tape's end of the upper one with some of its parts. */
export function reels(content: THREE.Group): THREE.Group {
  const top = reel();
  top.add(at(face(), 0, 60, height + 0.06, 0));
  return group(
    at(reel(), 10, 8, 0, 40),
    at(top, 0, 0, height + 0.3),
    at(tape(118, content), 0, -75.4, height + 0.3 + height / 2),
  );
}

export const build = (): THREE.Group => reels(resistor('1206'));
