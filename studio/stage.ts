import * as THREE from 'three';
import { corners, frame } from './camera.ts';
import { Film } from './film.ts';
import { Lamps, layTable, paintEnvironment, teachMaterials } from './light.ts';
import type { Part } from './part.ts';

/** How fine a picture is: exposures to average (light, shadow and edges get smoother), and pixels. */
export interface Quality {
  exposures: number;
  width: number;
  height: number;
}

/** One studio for all pictures: the part on a turntable, the same camera, lens, lamps and table. */
export class Stage {
  readonly #renderer: THREE.WebGLRenderer;
  readonly #scene = new THREE.Scene();
  readonly #lamps = new Lamps();
  readonly #table = layTable();

  constructor() {
    teachMaterials();
    this.#renderer = new THREE.WebGLRenderer({ antialias: false, alpha: true });
    this.#renderer.autoClear = false;
    this.#renderer.shadowMap.enabled = true;
    this.#renderer.shadowMap.type = THREE.BasicShadowMap;
    this.#scene.environment = paintEnvironment(this.#renderer);
    this.#scene.add(this.#lamps.group, this.#table.mesh);
  }

  /** Takes the picture: straight-alpha RGBA, rows from the top. */
  shoot(part: Part, quality: Quality): Uint8Array {
    const shot = {
      turn: -30,
      elevation: 30,
      lens: 17,
      fill: 0.88,
      aperture: 0.05,
      stops: 0,
      lift: 0,
      shadow: 0.85,
      ...part.shot,
    };
    const model = this.#place(part.build(), shot.turn, shot.lift);
    const camera = new THREE.PerspectiveCamera(shot.lens, quality.width / quality.height, 10, 5000);
    camera.up.set(0, 0, 1);
    const points = corners(model);
    const target = frame(camera, points, shot.elevation, shot.fill);
    this.#lamps.aim(new THREE.Box3().setFromPoints(points).getCenter(new THREE.Vector3()).z);
    this.#table.setStrength(shot.shadow);

    const film = new Film(this.#renderer, quality.width, quality.height);
    film.wind();
    const eye = camera.position.clone();
    const right = new THREE.Vector3().setFromMatrixColumn(camera.matrixWorld, 0);
    const up = new THREE.Vector3().setFromMatrixColumn(camera.matrixWorld, 1);
    for (let index = 0; index < quality.exposures; index++) {
      this.#lamps.place(index, quality.exposures);
      // Offsets from the R2 sequence: a point within the pixel for smooth edges, one within the lens for depth.
      const spread = (step: number): number => (0.5 + index * step) % 1;
      camera.setViewOffset(
        quality.width,
        quality.height,
        spread(0.7548776662) - 0.5,
        spread(0.5698402909) - 0.5,
        quality.width,
        quality.height,
      );
      const radius = 50 * shot.aperture * Math.sqrt(spread(0.6180339887));
      const angle = 2 * Math.PI * spread(0.8191725134);
      camera.position
        .copy(eye)
        .addScaledVector(right, radius * Math.cos(angle))
        .addScaledVector(up, radius * Math.sin(angle));
      camera.lookAt(target);
      film.expose(this.#scene, camera);
    }
    const picture = film.develop(1.15 * 2 ** shot.stops);
    film.dispose();
    this.#clear(model);
    return picture;
  }

  /** Scales every part to the radius of 100 the lamps are made for, turns it and stands it on the table. */
  #place(part: THREE.Group, turn: number, lift: number): THREE.Group {
    part.traverse((object) => {
      if (!(object instanceof THREE.Mesh)) return;
      // Prints are thinner than the shadow maps can tell: they receive shadows and cast none.
      object.castShadow = !object.userData.print;
      object.receiveShadow = true;
    });
    part.rotateOnWorldAxis(new THREE.Vector3(0, 0, 1), THREE.MathUtils.degToRad(turn));
    const model = new THREE.Group();
    model.add(part);
    this.#scene.add(model);
    const sphere = new THREE.Box3().setFromPoints(corners(model)).getBoundingSphere(new THREE.Sphere());
    model.scale.setScalar(100 / sphere.radius);
    const box = new THREE.Box3().setFromPoints(corners(model));
    const centre = box.getCenter(new THREE.Vector3());
    model.position.set(-centre.x, -centre.y, -box.min.z + lift * model.scale.z);
    model.updateMatrixWorld(true);
    return model;
  }

  #clear(model: THREE.Group): void {
    this.#scene.remove(model);
    model.traverse((object) => {
      if (!(object instanceof THREE.Mesh)) return;
      (object.geometry as THREE.BufferGeometry).dispose();
      for (const material of [object.material].flat() as THREE.MeshStandardMaterial[]) {
        for (const texture of [material.map, material.bumpMap, material.roughnessMap]) texture?.dispose();
      }
    });
  }
}
