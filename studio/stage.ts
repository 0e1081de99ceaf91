import * as THREE from 'three';
import { corners, frame } from './camera.ts';
import { Film } from './film.ts';
import { daylight, evening, Lamps, layTable, paintEnvironment, teachMaterials } from './light.ts';
import type { Part } from './part.ts';
import type { Point, Scene } from './scene.ts';

/** How fine a picture is: exposures to average (light, shadow and edges get smoother), and pixels. */
export interface Quality {
  exposures: number;
  width: number;
  height: number;
}

/** Behind every scene, before the tone curve. */
const graphite = new THREE.Color(0.0105, 0.0126, 0.0152);

/** One studio for all pictures: the same lens, lamps and table for every part, the same evening for every scene. */
export class Stage {
  readonly #renderer: THREE.WebGLRenderer;
  readonly #scene = new THREE.Scene();
  readonly #lamps = new Lamps(daylight);
  readonly #table = layTable();

  constructor() {
    teachMaterials();
    this.#renderer = new THREE.WebGLRenderer({ antialias: false, alpha: true });
    this.#renderer.autoClear = false;
    this.#renderer.shadowMap.enabled = true;
    this.#renderer.shadowMap.type = THREE.BasicShadowMap;
    this.#scene.environment = paintEnvironment(this.#renderer, daylight);
    this.#scene.add(this.#lamps.group, this.#table.mesh);
  }

  /** Takes the picture of a part: straight-alpha RGBA, rows from the top. */
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
      const { pixel, lens } = offsets(index);
      camera.setViewOffset(quality.width, quality.height, ...pixel, quality.width, quality.height);
      camera.position
        .copy(eye)
        .addScaledVector(right, 100 * shot.aperture * lens[0])
        .addScaledVector(up, 100 * shot.aperture * lens[1]);
      camera.lookAt(target);
      film.expose(this.#scene, camera, 1);
    }
    const picture = film.develop(1.15 * 2 ** shot.stops);
    film.dispose();
    this.#scene.remove(model);
    dispose(model);
    return picture;
  }

  /** Builds a scene, to be taken at one or many times. */
  open(scene: Scene): {
    take: (quality: Quality, times: number[]) => Promise<Uint8Array[]>;
    close: () => void;
  } {
    const world = new THREE.Scene();
    world.environment = paintEnvironment(this.#renderer, evening);
    const model = scene.build();
    castShadows(model);
    markSolid(model);
    lighten(model);
    const first = scene.view(0);
    const scale = 100 / scene.reach.radius;
    // Scaled to the radius the lamps are made for, and turned until the first view looks along +y, from where they shine.
    const turn = Math.atan2(first.target[0] - first.eye[0], first.target[1] - first.eye[1]);
    model.position.set(...scene.reach.centre).negate();
    const turned = new THREE.Group().add(model);
    turned.rotation.z = turn;
    turned.scale.setScalar(scale);
    turned.updateMatrixWorld(true);
    const { key } = evening;
    const direction = scene.key ? new THREE.Vector3(...scene.key).normalize() : key.direction;
    const lamps = new Lamps({ ...evening, key: { ...key, direction } });
    world.add(turned, lamps.group);
    if (scene.haze) world.fog = new THREE.Fog(graphite, scene.haze[0] * scale, scene.haze[1] * scale);
    const place = (point: Point): THREE.Vector3 => model.localToWorld(new THREE.Vector3(...point));

    const take = async (quality: Quality, times: number[]): Promise<Uint8Array[]> => {
      const { width, height, exposures } = quality;
      const cameras = times.map((time) => {
        const view = scene.view(time);
        const [eye, target] = [place(view.eye), place(view.target)];
        const camera = new THREE.PerspectiveCamera(view.lens, width / height, 4, 3000);
        camera.up.set(0, 0, 1);
        camera.position.copy(eye);
        camera.lookAt(target);
        camera.updateMatrixWorld(true);
        const [right, up, back] = [0, 1, 2].map((n) =>
          new THREE.Vector3().setFromMatrixColumn(camera.matrixWorld, n),
        ) as [THREE.Vector3, THREE.Vector3, THREE.Vector3];
        const distance = -back.dot((view.focus ? place(view.focus) : target).sub(eye));
        const pixels = height / 2 / Math.tan(THREE.MathUtils.degToRad(view.lens / 2)) / distance;
        const film = new Film(this.#renderer, width, height);
        film.back(graphite, scene.calm ?? [-2, -1]);
        film.wind();
        return { camera, film, eye, right, up, pixels, lens: view.aperture * scale };
      });
      const { shadowMap } = this.#renderer;
      shadowMap.autoUpdate = false;
      for (let index = 0; index < exposures; index++) {
        // The lamps stand still for all frames of a film: shadows are drawn once for each exposure, and do not flicker.
        lamps.place(index, exposures);
        shadowMap.needsUpdate = true;
        const { pixel, lens } = offsets(index);
        for (const { camera, film, eye, right, up, pixels, lens: diameter } of cameras) {
          const [x, y] = [diameter * lens[0], diameter * lens[1]];
          camera.position.copy(eye).addScaledVector(right, x).addScaledVector(up, y);
          // The frame shifts against the lens, so that the plane of focus stands still.
          camera.setViewOffset(width, height, pixel[0] - x * pixels, pixel[1] + y * pixels, width, height);
          film.expose(world, camera, 1);
        }
        await finish(this.#renderer);
        if (index % 10 === 9) console.info(`${index + 1} of ${exposures} exposures`);
      }
      shadowMap.autoUpdate = true;
      return cameras.map(({ film }) => {
        const picture = film.develop(1.15 * 2 ** (scene.stops ?? 0));
        film.dispose();
        return picture;
      });
    };
    return { take, close: () => dispose(model) };
  }

  /** Scales every part to the radius of 100 the lamps are made for, turns it and stands it on the table. */
  #place(part: THREE.Group, turn: number, lift: number): THREE.Group {
    castShadows(part);
    markSolid(part);
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
}

/** R2 sequences: a point within the pixel for smooth edges, and one within a lens of diameter 1 for depth. */
function offsets(index: number): { pixel: [number, number]; lens: [number, number] } {
  const spread = (step: number): number => (0.5 + index * step) % 1;
  const radius = 0.5 * Math.sqrt(spread(0.6180339887));
  const angle = 2 * Math.PI * spread(0.8191725134);
  return {
    pixel: [spread(0.7548776662) - 0.5, spread(0.5698402909) - 0.5],
    lens: [radius * Math.cos(angle), radius * Math.sin(angle)],
  };
}

/** Waits for what was ordered, so that minutes of work do not pile up in the browser. */
async function finish(renderer: THREE.WebGLRenderer): Promise<void> {
  renderer.getContext().finish();
  await new Promise((resolve) => setTimeout(resolve));
}

function castShadows(model: THREE.Object3D): void {
  model.traverse((object) => {
    if (!(object instanceof THREE.Mesh)) return;
    // Prints are thinner than the shadow maps can tell: they receive shadows and cast none.
    object.castShadow = !object.userData.print;
    object.receiveShadow = true;
  });
}

/** Puts what is solid on layer 1: its depth is drawn first. */
function markSolid(model: THREE.Object3D): void {
  model.traverse((object) => {
    if (!(object instanceof THREE.Mesh) || object.userData.print) return;
    const materials = [object.material].flat() as THREE.MeshStandardMaterial[];
    if (!materials.some(({ transparent }) => transparent)) object.layers.enable(1);
  });
}

/** A scene is many parts: their textures are sampled less, for the exposures smooth them. */
function lighten(model: THREE.Object3D): void {
  model.traverse((object) => {
    if (!(object instanceof THREE.Mesh)) return;
    const materials = [object.material].flat() as THREE.MeshStandardMaterial[];
    for (const { map, bumpMap, roughnessMap, metalnessMap } of materials)
      for (const texture of [map, bumpMap, roughnessMap, metalnessMap]) if (texture) texture.anisotropy = 2;
  });
}

function dispose(model: THREE.Object3D): void {
  model.traverse((object) => {
    if (!(object instanceof THREE.Mesh)) return;
    (object.geometry as THREE.BufferGeometry).dispose();
    for (const material of [object.material].flat() as THREE.MeshStandardMaterial[]) {
      for (const texture of [material.map, material.bumpMap, material.roughnessMap]) texture?.dispose();
    }
  });
}
