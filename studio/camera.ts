import * as THREE from 'three';

/** Corners of the boxes around everything in `root`, in world space: enough to frame it. */
export function corners(root: THREE.Object3D): THREE.Vector3[] {
  const points: THREE.Vector3[] = [];
  root.updateMatrixWorld(true);
  root.traverse((object) => {
    if (!(object instanceof THREE.Mesh)) return;
    const matrix = new THREE.Matrix4();
    const geometry = object.geometry as THREE.BufferGeometry;
    geometry.computeBoundingBox();
    const { min, max } = geometry.boundingBox!;
    const copies = object instanceof THREE.InstancedMesh ? object.count : 1;
    for (let copy = 0; copy < copies; copy++) {
      if (object instanceof THREE.InstancedMesh) {
        object.getMatrixAt(copy, matrix);
        matrix.premultiply(object.matrixWorld);
      } else matrix.copy(object.matrixWorld);
      for (let n = 0; n < 8; n++) {
        const corner = new THREE.Vector3(n & 1 ? max.x : min.x, n & 2 ? max.y : min.y, n & 4 ? max.z : min.z);
        points.push(corner.applyMatrix4(matrix));
      }
    }
  });
  return points;
}

/** Moves the camera along its line of sight and sideways until `points` fill `fill` of the frame, centred. */
export function frame(
  camera: THREE.PerspectiveCamera,
  points: THREE.Vector3[],
  elevation: number,
  fill: number,
): THREE.Vector3 {
  const target = new THREE.Box3().setFromPoints(points).getCenter(new THREE.Vector3());
  const radians = THREE.MathUtils.degToRad(elevation);
  const away = new THREE.Vector3(0, -Math.cos(radians), Math.sin(radians));
  let distance = 600;
  for (let round = 0; round < 12; round++) {
    camera.position.copy(target).addScaledVector(away, distance);
    camera.lookAt(target);
    camera.updateMatrixWorld(true);
    const seen = new THREE.Box2();
    for (const point of points) {
      const projected = point.clone().project(camera);
      seen.expandByPoint(new THREE.Vector2(projected.x, projected.y));
    }
    const centre = seen.getCenter(new THREE.Vector2());
    const size = seen.getSize(new THREE.Vector2());
    const halfHeight = Math.tan(THREE.MathUtils.degToRad(camera.fov / 2)) * distance;
    const right = new THREE.Vector3().setFromMatrixColumn(camera.matrixWorld, 0);
    const up = new THREE.Vector3().setFromMatrixColumn(camera.matrixWorld, 1);
    target
      .addScaledVector(right, centre.x * halfHeight * camera.aspect)
      .addScaledVector(up, centre.y * halfHeight);
    distance *= Math.max(size.x, size.y) / (2 * fill);
  }
  camera.near = Math.max(distance - 260, 10);
  camera.far = distance + 900;
  camera.updateProjectionMatrix();
  return target;
}
