import type * as THREE from 'three';
import { aluminium, anodised, lit, mattePlastic, nickel, rubber, steel } from '../materials.ts';
import { Board } from '../pieces/board.ts';
import { wires } from '../pieces/cables.ts';
import { screw } from '../pieces/fasteners.ts';
import { at, block, box, cylinder, group, type Place, repeat, row, stand } from '../pieces/forms.ts';
import { crowdModule } from '../pieces/memory.ts';
import { type Canvas, print } from '../print.ts';
import type { Scene, View } from '../scene.ts';

/** The film of 'Our Verification': along a bench on which memory is tested. */
export const reach: Scene['reach'] = { centre: [150, 60, 40], radius: 420 };
export const haze: Scene['haze'] = [420, 900];
export const stops = 0.85;

export const view = (time: number): View => {
  const x = 300 * time;
  return {
    eye: [x - 150, -330 + 30 * time, 168 - 26 * time],
    target: [x + 6, 0, 44],
    focus: [x, -24, 40],
    lens: 25,
    aperture: 7,
  };
};

const pitch = 196;

/** A glowing print: it is its own lamp. */
function screen(width: number, height: number, draw: (canvas: Canvas) => void): THREE.Mesh {
  const made = print(width, height, 'ink', (canvas) => {
    canvas.fill('#05080a');
    draw(canvas);
  });
  const material = made.material as THREE.MeshPhysicalMaterial;
  material.transparent = false;
  material.color.set('#000000');
  material.emissive.set('#ffffff');
  material.emissiveMap = material.map;
  material.emissiveIntensity = 0.9;
  return made;
}

/** One tester: a base, a board with four sockets, a cooled controller, a display. All of it but the display repeats. */
function tester(): THREE.Group {
  const board = new Board(172, 150, { mask: 'blue', seed: 24, density: 14 });
  const z = 17 + board.top;
  board.pour(0, 0, 170, 148, 2).wiring(0, 0, 168, 146, 620);
  for (const n of [0, 1, 2, 3]) board.bus(-40 + n * 22, -38, -30 + n * 22, 30, 14, 0.8, true);
  board.text('NB-T4  MEMORY TEST', -78, -68, 4, { weight: 700 }).mark(74, -68, 5);
  for (const x of [-80, 80]) for (const y of [-69, 69]) board.land(x, y, 3.6, 'tin', 1.8);
  const slot = group(
    box(146, 7, 9, mattePlastic('#17191b'), 0.6),
    at(block(134, 1.8, 0.1, mattePlastic('#060707')), 0, 0, 9),
    at(box(6, 5, 15, mattePlastic('#c8ccd0'), 0.8), -70, 0),
    at(box(6, 5, 15, mattePlastic('#c8ccd0'), 0.8), 70, 0),
  );
  const sockets = [-34, -16, 2, 20].map((y): Place => [0, y, z]);
  const made = group(
    box(184, 164, 9, anodised('#4a5057'), 1.6),
    repeat(cylinder(4, 9, nickel(), { sides: 24 }), [
      [-80, -69, 8.5],
      [80, -69, 8.5],
      [-80, 69, 8.5],
      [80, 69, 8.5],
    ]),
    at(board.mesh(), 0, 0, 17),
    repeat(screw(6, 'cross'), [
      [-80, -69, z],
      [80, -69, z],
      [-80, 69, z],
      [80, 69, z],
    ]),
    repeat(slot, sockets),
    repeat(
      crowdModule(),
      sockets.map(([x, y, up]): Place => [x, y, up! + 5]),
    ),
    at(box(44, 34, 3, anodised('#3d4247'), 0.6), -52, 50, z),
    at(repeat(box(0.9, 34, 13, aluminium(), 0.2), row(17, 2.6)), -52, 50, z + 2.6),
    at(box(30, 16, 12, mattePlastic('#1b1d20'), 0.8), 66, 52, z),
    repeat(box(9, 9, 7, mattePlastic('#4a4d51'), 0.8), row(5, 12, 16, 58, z)),
    repeat(cylinder(3.4, 9, nickel(), { sides: 24 }), row(6, 9, 16, 44, z)),
    repeat(
      block(1.6, 0.8, 0.7, mattePlastic('#8d7453')),
      [-25, -7, 11].flatMap((y) => row(30, 4.4, 0, y, z)),
    ),
    // The stand of the display.
    at(box(96, 10, 3, steel(), 0.6), 0, 66, z),
    at(box(8, 3, 40, steel(), 0.6), -34, 68, z),
    at(box(8, 3, 40, steel(), 0.6), 34, 68, z),
    at(box(104, 9, 46, mattePlastic('#24272b'), 2.4), 0, 66, z + 34),
    at(repeat(box(2.4, 1, 2.4, lit('#2bd672', 2.4), 0.4), row(4, 7, -62, -62, z)), 0, 0),
  );
  return made;
}

const states = [
  ['PASS', '#38e083', '4 of 4', '32 GB  5600 MT/s'],
  ['PASS', '#38e083', '4 of 4', '32 GB  5600 MT/s'],
  ['TEST 86%', '#e9b13c', '3 of 4', 'pattern 12 of 14'],
  ['PASS', '#38e083', '4 of 4', '32 GB  5600 MT/s'],
  ['TEST 31%', '#e9b13c', '1 of 4', 'pattern 5 of 14'],
  ['PASS', '#38e083', '4 of 4', '32 GB  5600 MT/s'],
] as const;

export function build(): THREE.Group {
  const made = group(at(block(6000, 6000, 10, rubber('#181b1e')), 0, 0, -10));
  const places = row(states.length, pitch, 2.5 * pitch - 1.5 * pitch, 0);
  made.add(repeat(tester(), places));
  // The bench's rail behind, with the cables of every station.
  made.add(at(box(3000, 46, 60, anodised('#3d4247'), 2), 150, 190, 0));
  made.add(at(box(3000, 4, 3, lit('#9fb6c8', 0.5), 0.5), 150, 166, 52));
  for (const [n, [state, colour, count, detail]] of states.entries()) {
    const x = places[n]![0];
    const display = stand(
      group(
        screen(96, 38, (canvas) => {
          canvas.mark(-40, 12, 7, '#8fa3b4');
          canvas.text(`STATION ${String(n + 3).padStart(2, '0')}`, -33, 12, 5.4, '#8fa3b4', { weight: 600 });
          canvas.text(state, -43.5, -1, 13, colour, { weight: 720 });
          canvas.text(count, 43.5, 12, 5.4, '#8fa3b4', { weight: 600, align: 'right' });
          canvas.text(detail, -43.5, -13.4, 4.8, '#c2ccd6', { weight: 500 });
        }),
      ),
    );
    made.add(
      at(display, x, 61.3, 76),
      wires(
        [
          [x + 66, 60, 24],
          [x + 66, 84, 26],
          [x + 60, 120, 8],
          [x + 62, 150, 22],
          [x + 62, 172, 34],
        ],
        ['#c9a227', '#16181a', '#8e2f26', '#16181a'],
        1.5,
      ),
    );
  }
  return made;
}
