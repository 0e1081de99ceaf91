import * as THREE from 'three';
import { anodised, ceramic, epoxy, gold, mattePlastic, tin } from '../materials.ts';
import { label, print } from '../print.ts';
import { Board } from './board.ts';
import { at, block, box, crown, group, type Place, plate, polygon, repeat, row, stand } from './forms.ts';

/**
 * The outline of a memory module around the origin, contacts at its -y edge: a round key notch at `key`, and in each
 * end, `grip` above the edge, the half-round that the latches hold.
 */
export function moduleOutline(
  width: number,
  height: number,
  key: number,
  { grip = 12, gripRadius = 1.4, keyWidth = 1.9, keyDepth = 3.2 } = {},
): THREE.Shape {
  const [x, y] = [width / 2, height / 2];
  const half = keyWidth / 2;
  const shape = new THREE.Shape();
  shape.moveTo(-x, -y + 0.4).lineTo(-x + 0.4, -y);
  shape.lineTo(key - half, -y).lineTo(key - half, -y + keyDepth);
  shape.absarc(key, -y + keyDepth, half, Math.PI, 0, true);
  shape
    .lineTo(key + half, -y)
    .lineTo(x - 0.4, -y)
    .lineTo(x, -y + 0.4);
  shape.lineTo(x, -y + grip - gripRadius);
  shape.absarc(x, -y + grip, gripRadius, -Math.PI / 2, Math.PI / 2, true);
  shape
    .lineTo(x, y - 0.4)
    .lineTo(x - 0.4, y)
    .lineTo(-x + 0.4, y)
    .lineTo(-x, y - 0.4);
  shape.lineTo(-x, -y + grip + gripRadius);
  shape.absarc(-x, -y + grip, gripRadius, Math.PI / 2, -Math.PI / 2, true);
  return shape;
}

/** The contacts of a memory module's side: 144 of them, 0.85 mm apart, without those where the key notch is. */
export function moduleContacts(board: Board, height: number, key: number): void {
  const bottom = -height / 2;
  for (let n = 0; n < 150; n++) {
    const x = (n - 74.5) * 0.85;
    if (Math.abs(x - key) < 1.7) continue;
    board.pad(x, bottom + 1.75, 0.58, 2.9, 'gold', 0.12);
    board.trace(
      [
        [x, bottom + 3],
        [x, bottom + 5.4],
      ],
      0.2,
    );
  }
}

/** The label of the 32 GB module without ECC. */
export function udimmLabel(): THREE.Mesh {
  return label(
    36,
    11.4,
    'paper',
    (canvas) => {
      canvas.fill('#f4f4f1');
      canvas.mark(-15.4, 2.6, 3.2, '#15181c');
      canvas.text('Northbridge', -12.8, 2.7, 3.1, '#15181c', { weight: 700 });
      canvas.text('32GB 2Rx8 PC5-5600B-UA0', -17, -0.6, 2.05, '#15181c', { weight: 600 });
      canvas.text('NB-D5U-5600-32', -17, -3.1, 1.7, '#15181c');
      canvas.barcode(7.4, -3.5, 12, 2.3, 5);
      canvas.matrixCode(14.6, 2.3, 4.4, 9);
    },
    0.6,
  );
}

/** A memory module in its heat spreader, standing along x on z = 0, its label to -y. */
export function coveredModule(words = 'DDR5  32 GB'): THREE.Group {
  const [width, height] = [133.35, 36];
  const dark = anodised('#5d646c');
  const board = box(width, 1.27, 30, mattePlastic('#15171a'), 0.2);
  const made = group(board);
  const side = (): THREE.Group => {
    const [x, low, high] = [65.4, 7.4, height - 1.6];
    const shape = polygon([
      [-x, low],
      [x, low],
      [x, high - 4],
      [x - 4, high],
      [22, high],
      [18.5, high - 3.4],
      [-18.5, high - 3.4],
      [-22, high],
      [-x + 4, high],
      [-x, high - 4],
    ]);
    const sheet = stand(group(crown(plate(shape, 2.1, dark, { bevel: 0.4 }), 3)));
    // A raised bar carries the name; grooves run out to both ends.
    sheet.add(at(box(76, 1, 10, anodised('#343a40'), 0.45), 0, -2.3, 12.6));
    for (const end of [-1, 1])
      for (const n of [0, 1, 2, 3])
        sheet.add(at(box(20, 0.7, 0.9, anodised('#7b828a'), 0.3), end * 51, -2.2, 12.4 + n * 3.1));
    return at(sheet, 0, -0.6);
  };
  const back = side();
  back.rotation.z = Math.PI;
  back.position.y = 0.6;
  made.add(side(), back);
  // The milled comb that holds both sheets together.
  for (const end of [-1, 1])
    made.add(at(box(42.6, 5.6, 2.2, anodised('#c3c8ce'), 0.5), end * 42.6, 0, height - 2));
  made.add(at(box(36, 5.2, 1.6, dark, 0.4), 0, 0, height - 5.6));
  const name = print(70, 8, 'ink', (canvas) => {
    canvas.mark(-30.4, 0, 5.2, '#e4e7ea');
    canvas.text('Northbridge', -26, 0.1, 5.2, '#e4e7ea', { weight: 680 });
    canvas.text(words, 33.4, 0.1, 3.4, '#c3c8ce', { weight: 560, align: 'right' });
  });
  made.add(at(stand(group(name)), 0, -3.46, 17.6));
  const contacts = row(150, 0.85).filter(([x]) => Math.abs(x + 5.3) > 1.6);
  made.add(repeat(block(0.58, 1.4, 3, gold()), contacts));
  return made;
}

/**
 * A bare green module for crowds, standing along x on z = 0, its chips to -y: few triangles, all the same. The one that
 * is looked at is in `parts/ddr5-udimm.ts`.
 */
export function crowdModule(): THREE.Group {
  const [width, height] = [133.35, 31.25];
  const board = new Board(width, height, {
    thickness: 1.27,
    shape: moduleOutline(width, height, -5.3),
    density: 16,
    seed: 52,
  });
  board.pour(0, 1.6, width - 2, height - 7.5).wiring(0, 2, width - 2, height - 8, 150);
  for (const [x] of row(150, 0.85))
    if (Math.abs(x + 5.3) > 1.7) board.pad(x, -height / 2 + 1.75, 0.58, 2.9, 'gold', 0.12);
  const lying = group(board.mesh());
  const z = board.top;
  const chips = [-54.5, -42, -29.5, -17, 17, 29.5, 42, 54.5].map((x): Place => [x, 2.6, z]);
  const marks = print(8, 5, 'laser', (canvas) => {
    canvas.text('NB5 4G8', -3.6, 1.3, 1.5, '#8b8d90', { weight: 650 });
    canvas.text('D5600B', -3.6, -0.9, 1.4, '#8b8d90');
  });
  const ends = group(at(block(0.24, 0.5, 0.5, tin()), -0.38, 0), at(block(0.24, 0.5, 0.5, tin()), 0.38, 0));
  const small = [
    ...chips.flatMap(([x]) => [...row(6, 1.5, x, -6.2, z, 90), ...row(3, 3, x, 11.6, z)]),
    ...row(6, 1.5, 0, 8.6, z, 90),
    ...row(5, 1.4, 0, -4.6, z, 90),
  ];
  lying.add(
    repeat(box(9.6, 13.8, 1.05, epoxy(), 0.12), chips),
    repeat(at(group(marks), 0, 1, 1.08), chips),
    repeat(group(block(0.6, 0.48, 0.48, ceramic()), ends), small),
    at(box(5, 5, 0.85, epoxy(), 0.1), 0, 3.4, z),
    at(box(4.2, 4.2, 1.9, mattePlastic('#3a3b3d'), 0.3), -6.9, 5, z),
    at(box(4.2, 4.2, 1.9, mattePlastic('#3a3b3d'), 0.3), 6.9, 5, z),
  );
  lying.add(at(udimmLabel(), -35.75, 2.6, z + 1.12));
  const standing = stand(lying);
  lying.position.z = height / 2;
  return group(standing);
}
