import * as THREE from 'three';
import { anodised, gold, mattePlastic } from '../materials.ts';
import { print } from '../print.ts';
import { at, block, box, crown, group, plate, polygon, repeat, row, stand } from './forms.ts';

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
