import * as THREE from 'three';

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
