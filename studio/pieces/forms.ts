import * as THREE from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';

/**
 * Plain forms in millimetres, z up. Solid forms stand on z = 0 around the origin of x and y, so `at(form, x, y, z)`
 * says where their foot is.
 */

/** Puts an object somewhere and gives it back; `turn` in degrees about z, counter-clockwise. */
export function at<T extends THREE.Object3D>(object: T, x: number, y: number, z = 0, turn = 0): T {
  object.position.set(x, y, z);
  object.rotation.z = THREE.MathUtils.degToRad(turn);
  return object;
}

/** A group of what is given. */
export function group(...objects: THREE.Object3D[]): THREE.Group {
  const made = new THREE.Group();
  if (objects.length) made.add(...objects);
  return made;
}

/** Stands something that lies flat up on its -y edge: what faced up then faces the camera's side (-y). */
export function stand(object: THREE.Object3D): THREE.Group {
  object.rotation.x += Math.PI / 2;
  return group(object);
}

/** A box with rounded edges; `bevel` is their radius. */
export function box(
  width: number,
  depth: number,
  height: number,
  material: THREE.Material,
  bevel = Math.min(width, depth, height) * 0.08,
): THREE.Mesh {
  const geometry = new RoundedBoxGeometry(
    width,
    depth,
    height,
    2,
    Math.min(bevel, width / 2.01, depth / 2.01, height / 2.01),
  );
  geometry.translate(0, 0, height / 2);
  return new THREE.Mesh(geometry, material);
}

/** A box with sharp edges, for what is too small or too hidden to show a bevel. */
export function block(width: number, depth: number, height: number, material: THREE.Material): THREE.Mesh {
  const geometry = new THREE.BoxGeometry(width, depth, height);
  geometry.translate(0, 0, height / 2);
  return new THREE.Mesh(geometry, material);
}

/** An upright cylinder with bevelled rims. */
export function cylinder(
  radius: number,
  height: number,
  material: THREE.Material,
  { bevel = Math.min(radius, height) * 0.08, sides = 48 }: { bevel?: number; sides?: number } = {},
): THREE.Mesh {
  const profile = [
    [0, 0],
    [radius - bevel, 0],
    [radius - bevel * 0.3, bevel * 0.3],
    [radius, bevel],
    [radius, height - bevel],
    [radius - bevel * 0.3, height - bevel * 0.3],
    [radius - bevel, height],
    [0, height],
  ] as [number, number][];
  return turned(profile, material, sides);
}

/** A ring or tube: from `inner` to `outer` radius. */
export function ring(
  inner: number,
  outer: number,
  height: number,
  material: THREE.Material,
  bevel = Math.min(outer - inner, height) * 0.1,
  sides = 64,
): THREE.Mesh {
  return turned(
    [
      [inner, bevel],
      [inner + bevel, 0],
      [outer - bevel, 0],
      [outer, bevel],
      [outer, height - bevel],
      [outer - bevel, height],
      [inner + bevel, height],
      [inner, height - bevel],
      [inner, bevel],
    ],
    material,
    sides,
  );
}

/** A lathe part from its [radius, height] profile, walked from the foot outside to the top; creases stay crisp. */
export function turned(profile: [number, number][], material: THREE.Material, sides = 64): THREE.Mesh {
  const positions: number[] = [];
  const normals: number[] = [];
  const uvs: number[] = [];
  const index: number[] = [];
  for (let n = 0; n + 1 < profile.length; n++) {
    const [r0, z0] = profile[n]!;
    const [r1, z1] = profile[n + 1]!;
    const length = Math.hypot(r1 - r0, z1 - z0) || 1;
    const [nr, nz] = [(z1 - z0) / length, -(r1 - r0) / length];
    const first = positions.length / 3;
    for (let side = 0; side <= sides; side++) {
      const angle = (2 * Math.PI * side) / sides;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      positions.push(r0 * c, r0 * s, z0, r1 * c, r1 * s, z1);
      normals.push(nr * c, nr * s, nz, nr * c, nr * s, nz);
      uvs.push(side / sides, n, side / sides, n + 1);
      const at = first + side * 2;
      if (side < sides) index.push(at, at + 2, at + 1, at + 1, at + 2, at + 3);
    }
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new THREE.Float32BufferAttribute(normals, 3));
  geometry.setAttribute('uv', new THREE.Float32BufferAttribute(uvs, 2));
  geometry.setIndex(index);
  return new THREE.Mesh(geometry, material);
}

/** A rectangle with round corners, as a shape for `plate`. */
export function roundedRect(width: number, height: number, radius: number): THREE.Shape {
  const shape = new THREE.Shape();
  const [x, y] = [width / 2, height / 2];
  const r = Math.max(Math.min(radius, x, y), 1e-4);
  shape
    .moveTo(-x + r, -y)
    .lineTo(x - r, -y)
    .absarc(x - r, -y + r, r, -Math.PI / 2, 0, false);
  shape.lineTo(x, y - r).absarc(x - r, y - r, r, 0, Math.PI / 2, false);
  shape.lineTo(-x + r, y).absarc(-x + r, y - r, r, Math.PI / 2, Math.PI, false);
  shape.lineTo(-x, -y + r).absarc(-x + r, -y + r, r, Math.PI, 1.5 * Math.PI, false);
  return shape;
}

/** A polygon as a shape. */
export function polygon(points: [number, number][]): THREE.Shape {
  return new THREE.Shape(points.map(([x, y]) => new THREE.Vector2(x, y)));
}

/** Cuts a round hole into a shape. */
export function hole(shape: THREE.Shape, x: number, y: number, radius: number): void {
  const path = new THREE.Path();
  path.absarc(x, y, radius, 0, 2 * Math.PI, true);
  shape.holes.push(path);
}

/** Cuts a rectangular opening with round corners into a shape. */
export function opening(
  shape: THREE.Shape,
  x: number,
  y: number,
  width: number,
  height: number,
  radius = 0.3,
): void {
  const points = roundedRect(width, height, radius).getPoints(6).reverse();
  shape.holes.push(new THREE.Path(points.map((point) => point.add(new THREE.Vector2(x, y)))));
}

/** A flat part cut from sheet: the shape, `thickness` high, with bevelled edges. `sides` dresses the cut edge. */
export function plate(
  shape: THREE.Shape,
  thickness: number,
  faces: THREE.Material,
  { sides = faces, bevel = Math.min(0.15, thickness * 0.2), curve = 12 }: PlateOptions = {},
): THREE.Mesh {
  const geometry = new THREE.ExtrudeGeometry(shape, {
    depth: thickness - 2 * bevel,
    bevelEnabled: bevel > 0,
    bevelThickness: bevel,
    bevelSize: bevel,
    bevelOffset: -bevel,
    bevelSegments: 2,
    curveSegments: curve,
  });
  geometry.translate(0, 0, bevel);
  return new THREE.Mesh(geometry, [faces, sides]);
}

/**
 * Domes a flat top by tilting its normals, `degrees` at its edge: no lid or label is perfectly flat, and the slight
 * curve is what lets a gradient run over polished metal.
 */
export function crown(mesh: THREE.Mesh, degrees = 5): THREE.Mesh {
  const { position, normal } = mesh.geometry.attributes as Record<
    'position' | 'normal',
    THREE.BufferAttribute
  >;
  mesh.geometry.computeBoundingSphere();
  const { center, radius } = mesh.geometry.boundingSphere!;
  const slope = Math.tan(THREE.MathUtils.degToRad(degrees)) / radius;
  const tilted = new THREE.Vector3();
  for (let n = 0; n < normal.count; n++) {
    if (normal.getZ(n) < 0.99) continue;
    tilted.set((position.getX(n) - center.x) * slope, (position.getY(n) - center.y) * slope, 1).normalize();
    normal.setXYZ(n, tilted.x, tilted.y, tilted.z);
  }
  return mesh;
}

export interface PlateOptions {
  sides?: THREE.Material;
  bevel?: number;
  curve?: number;
}

/** A round bar, tube or wire along points: heat pipes, cables, handles. */
export function bar(
  points: [number, number, number][],
  radius: number,
  material: THREE.Material,
  {
    steps = points.length * 16,
    sides = 14,
    tension = 0.5,
  }: { steps?: number; sides?: number; tension?: number } = {},
): THREE.Mesh {
  const curve = new THREE.CatmullRomCurve3(
    points.map((point) => new THREE.Vector3(...point)),
    false,
    'catmullrom',
    tension,
  );
  return new THREE.Mesh(new THREE.TubeGeometry(curve, steps, radius, sides, false), material);
}

/** Where a copy goes: x, y, z and a turn about z in degrees. */
export type Place = [x: number, y: number, z?: number, turn?: number];

/** Many copies of one piece for little cost: each mesh in it is drawn once for all places. */
export function repeat(piece: THREE.Object3D, places: Place[]): THREE.Group {
  const made = new THREE.Group();
  piece.updateMatrixWorld(true);
  const up = new THREE.Vector3(0, 0, 1);
  const matrices = places.map(([x, y, z = 0, turn = 0]) =>
    new THREE.Matrix4().makeRotationAxis(up, THREE.MathUtils.degToRad(turn)).setPosition(x, y, z),
  );
  piece.traverse((object) => {
    if (!(object instanceof THREE.Mesh)) return;
    // A piece may itself hold repeated pieces.
    const own = object instanceof THREE.InstancedMesh ? object.count : 1;
    const copies = new THREE.InstancedMesh(object.geometry, object.material, matrices.length * own);
    const inner = new THREE.Matrix4();
    for (let n = 0; n < own; n++) {
      if (object instanceof THREE.InstancedMesh) object.getMatrixAt(n, inner);
      for (const [index, matrix] of matrices.entries()) {
        const place = matrix.clone().multiply(object.matrixWorld).multiply(inner);
        copies.setMatrixAt(n * matrices.length + index, place);
      }
    }
    copies.userData = object.userData;
    copies.renderOrder = object.renderOrder;
    made.add(copies);
  });
  return made;
}

/** Places in a row along x, centred on (x, y). */
export function row(count: number, pitch: number, x = 0, y = 0, z = 0, turn = 0): Place[] {
  return Array.from({ length: count }, (_, n): Place => [x + (n - (count - 1) / 2) * pitch, y, z, turn]);
}

/** Places in a grid, centred on (x, y). */
export function grid(
  columns: number,
  rows: number,
  pitchX: number,
  pitchY: number,
  x = 0,
  y = 0,
  z = 0,
): Place[] {
  return Array.from({ length: rows }, (_, n) =>
    row(columns, pitchX, x, y + (n - (rows - 1) / 2) * pitchY, z),
  ).flat();
}
