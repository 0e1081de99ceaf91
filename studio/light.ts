import * as THREE from 'three';

/**
 * The light of the studio. Specular light comes from a painted environment of soft boxes. Diffuse light comes from
 * two lamps with shadow maps that move in every exposure: the key lamp over the area of its soft box, the dome lamp
 * over the whole sphere. Their average is soft shadow and true ambient occlusion, and it works on a transparent ground.
 */

export interface Light {
  key: { direction: THREE.Vector3; radius: number; irradiance: number; color: THREE.Color };
  /** Radiance of the dome below the horizon, and what it gains towards the zenith. */
  dome: { floor: number; rise: number; color: THREE.Color };
  /** GLSL that sets `c`, the radiance towards `p`: degrees of azimuth from the far wall (0, right positive) and of elevation. */
  environment: string;
  /** Pixels of a shadow map. */
  detail: number;
}

/** For parts: white paper below, soft boxes around. */
export const daylight: Light = {
  key: {
    direction: new THREE.Vector3(-0.42, -0.7, 0.86).normalize(),
    radius: 0.24,
    irradiance: 3.6,
    color: new THREE.Color(1, 0.975, 0.945),
  },
  dome: { floor: 0.42, rise: 0.42, color: new THREE.Color(0.985, 0.995, 1.01) },
  environment: /* glsl */ `
    c = mix(vec3(0.20, 0.205, 0.215), vec3(0.34, 0.35, 0.37), smoothstep(-5.0, 70.0, p.y));
    // The paper on the table, brighter towards the camera.
    float front = 0.5 - 0.5 * d.y;
    c = mix(c, vec3(0.52, 0.515, 0.505) * (0.5 + 0.9 * front), smoothstep(3.0, -14.0, p.y));
    // Far wall: a wide sheet that falls off to the right, so that lids and boards carry a gradient.
    float sheet = box(p, vec2(-26.0, 56.0), vec2(44.0, 16.0), 22.0);
    c += vec3(1.0, 0.985, 0.96) * 1.75 * sheet * smoothstep(40.0, -40.0, p.x);
    // Key box, high on the left in front.
    c += vec3(1.0, 0.975, 0.94) * 6.5 * box(p, vec2(-146.0, 46.0), vec2(34.0, 15.0), 7.0);
    // Strips that draw the edges: left, right, and a low one behind.
    c += vec3(0.95, 0.98, 1.0) * 4.2 * box(p, vec2(-80.0, 16.0), vec2(8.0, 26.0), 4.0);
    c += vec3(0.93, 0.97, 1.0) * 5.2 * box(p, vec2(84.0, 22.0), vec2(11.0, 30.0), 4.0);
    c += vec3(0.96, 0.98, 1.0) * 1.6 * box(p, vec2(150.0, 35.0), vec2(22.0, 22.0), 10.0);
    c += vec3(1.0) * 1.1 * box(p, vec2(10.0, 78.0), vec2(180.0, 6.0), 6.0);`,
  detail: 1536,
};

/** For scenes: the room is dark, the light comes from behind on the right and leaves the left for words. */
export const evening: Light = {
  key: {
    direction: new THREE.Vector3(0.5, 0.62, 0.8).normalize(),
    radius: 0.15,
    irradiance: 4.2,
    color: new THREE.Color(1, 0.965, 0.92),
  },
  dome: { floor: 0.05, rise: 0.34, color: new THREE.Color(0.93, 0.98, 1.04) },
  environment: /* glsl */ `
    c = mix(vec3(0.016, 0.018, 0.021), vec3(0.05, 0.055, 0.062), smoothstep(-5.0, 80.0, p.y));
    // A wide box behind, brightest on the right: it draws the sheen over boards and the rims of what stands.
    float sheet = box(p, vec2(18.0, 40.0), vec2(66.0, 17.0), 15.0);
    c += vec3(1.0, 0.97, 0.93) * 1.9 * sheet * smoothstep(-70.0, 50.0, p.x);
    c += vec3(0.90, 0.96, 1.0) * 4.6 * box(p, vec2(86.0, 24.0), vec2(14.0, 30.0), 5.0);
    c += vec3(0.86, 0.94, 1.0) * 1.5 * box(p, vec2(-84.0, 26.0), vec2(9.0, 30.0), 6.0);
    // The bench, lit on the left: standing faces mirror it.
    c += vec3(0.92, 0.96, 1.0) * 0.24 * box(p, vec2(-112.0, -18.0), vec2(46.0, 16.0), 16.0);
    // A weak one in front, so that faces turned to the camera are not lost.
    c += vec3(0.95, 0.98, 1.0) * 1.1 * box(p, vec2(165.0, 34.0), vec2(34.0, 22.0), 16.0);
    c += vec3(1.0) * 0.9 * box(p, vec2(10.0, 80.0), vec2(180.0, 7.0), 6.0);`,
  detail: 2048,
};

const environmentShader = (light: Light): string => /* glsl */ `
  varying vec3 vDirection;
  float box(vec2 p, vec2 centre, vec2 half_, float soft) {
    vec2 d = abs(p - centre) - half_;
    return (1.0 - smoothstep(-soft, soft, d.x)) * (1.0 - smoothstep(-soft, soft, d.y));
  }
  void main() {
    vec3 d = normalize(vDirection);
    // Azimuth in degrees from the far wall (0), right positive; elevation in degrees.
    vec2 p = degrees(vec2(atan(d.x, d.y), asin(clamp(d.z, -1.0, 1.0))));
    vec3 c;
${light.environment}
    gl_FragColor = vec4(c, 1.0);
  }`;

/** The environment that polished surfaces mirror. */
export function paintEnvironment(renderer: THREE.WebGLRenderer, light: Light): THREE.Texture {
  const room = new THREE.Scene();
  const material = new THREE.ShaderMaterial({
    side: THREE.BackSide,
    vertexShader: /* glsl */ `
      varying vec3 vDirection;
      void main() {
        vDirection = (modelMatrix * vec4(position, 1.0)).xyz;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
      }`,
    fragmentShader: environmentShader(light),
  });
  room.add(new THREE.Mesh(new THREE.SphereGeometry(10, 64, 32), material));
  const generator = new THREE.PMREMGenerator(renderer);
  const { texture } = generator.fromScene(room, 0, 0.1, 100, { size: 512 });
  return texture;
}

/** Two lamps whose place depends on the exposure; the dome lamp has to be added to the scene last. */
export class Lamps {
  readonly group = new THREE.Group();
  readonly #light: Light;
  readonly #key: THREE.DirectionalLight;
  readonly #dome: THREE.DirectionalLight;

  constructor(light: Light) {
    this.#light = light;
    this.#key = lamp(light.detail);
    this.#dome = lamp(light.detail);
    this.group.add(this.#key, this.#key.target, this.#dome, this.#dome.target);
  }

  /** Irradiance an open table receives on average; the shadow catcher needs it. */
  static readonly tableIrradiance =
    daylight.key.irradiance * daylight.key.direction.z +
    Math.PI * (daylight.dome.floor + (daylight.dome.rise * 2) / 3);

  /** Places both lamps for exposure `index` of `count`, around a part of radius 100. */
  place(index: number, count: number): void {
    const { key, dome } = this.#light;
    const goldenAngle = Math.PI * (3 - Math.sqrt(5));
    // Key: a spiral over the disc of the soft box; the stride decouples it from the dome's order.
    const spot = (index * 7 + 3) % count;
    const radius = key.radius * Math.sqrt((spot + 0.5) / count);
    const side = new THREE.Vector3().crossVectors(key.direction, new THREE.Vector3(0, 0, 1)).normalize();
    const up = new THREE.Vector3().crossVectors(side, key.direction);
    const direction = key.direction
      .clone()
      .addScaledVector(side, radius * Math.cos(spot * goldenAngle))
      .addScaledVector(up, radius * Math.sin(spot * goldenAngle))
      .normalize();
    this.#key.position.copy(direction).multiplyScalar(400);
    this.#key.color.copy(key.color).multiplyScalar(key.irradiance);

    // Dome: an even spiral over the sphere.
    const height = 1 - (2 * (index + 0.5)) / count;
    const ring = Math.sqrt(1 - height * height);
    const angle = index * goldenAngle + 0.7;
    this.#dome.position.set(ring * Math.cos(angle), ring * Math.sin(angle), height).multiplyScalar(400);
    // The paper or bench below throws light back, evenly.
    const radiance = dome.floor + dome.rise * Math.max(height, 0);
    this.#dome.color.copy(dome.color).multiplyScalar(4 * Math.PI * radiance);
  }

  /** Moves what the lamps aim at to the middle of the part. */
  aim(height: number): void {
    this.group.position.z = height;
  }
}

function lamp(detail: number): THREE.DirectionalLight {
  const light = new THREE.DirectionalLight(0xffffff, 1);
  light.castShadow = true;
  light.shadow.mapSize.set(detail, detail);
  // The part has radius 100; one texel is then about 0.14, which the bias has to cover.
  const { camera } = light.shadow;
  camera.left = camera.bottom = -104;
  camera.right = camera.top = 104;
  camera.near = 200;
  camera.far = 1400;
  light.shadow.normalBias = 0.16;
  light.shadow.bias = -0.00008;
  return light;
}

/**
 * Teaches the physical materials this light: lamps give no highlight of their own (the environment does), the
 * environment gives no diffuse light (the lamps do), and a reflection is dimmed where the dome lamp is hidden, which
 * over all exposures adds up to directional specular occlusion.
 */
export function teachMaterials(): void {
  const chunks = THREE.ShaderChunk as unknown as Record<string, string>;
  replace(chunks, 'lights_physical_pars_fragment', [
    [
      'void RE_Direct_Physical(',
      'vec3 lampColor = vec3(0.0);\nvec3 lampDirection = vec3(0.0, 1.0, 0.0);\nvoid RE_Direct_Physical(',
    ],
    [
      'vec3 irradiance = dotNL * directLight.color;',
      'lampColor = directLight.color;\nlampDirection = directLight.direction;\nvec3 irradiance = dotNL * directLight.color;',
    ],
    [
      'reflectedLight.directSpecular += irradiance * specularBRDF * material.multiScatteringCompensation;',
      '',
    ],
    [
      'clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );',
      '',
    ],
  ]);
  replace(chunks, 'lights_fragment_maps', [
    ['iblIrradiance += getIBLIrradiance( geometryNormal );', ''],
    [
      'radiance += iblRadiance;',
      /* glsl */ `
      float reflectionOpen = 1.0;
      #if NUM_DIR_LIGHTS > 1
        float lampOpen = lampColor.g / max(directionalLights[1].color.g, 1e-5);
        if (dot(lampDirection, geometryNormal) > 0.0) {
          vec3 mirrored = reflect(-geometryViewDir, geometryNormal);
          float exponent = mix(9.0, 2.0, material.roughness);
          float lobe = (exponent + 1.0) * pow(0.5 + 0.5 * dot(mirrored, lampDirection), exponent);
          reflectionOpen = 1.0 - 0.92 * lobe * (1.0 - lampOpen);
        }
      #endif
      radiance += iblRadiance * reflectionOpen;`,
    ],
    [
      'clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );',
      'clearcoatRadiance += reflectionOpen * getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );',
    ],
  ]);
}

function replace(chunks: Record<string, string>, name: string, edits: [string, string][]): void {
  for (const [from, to] of edits) {
    const chunk = chunks[name] ?? '';
    if (!chunk.includes(from)) throw new Error(`three's shader ${name} has changed: "${from}" is gone`);
    chunks[name] = chunk.replace(from, to);
  }
}

/**
 * Dome lamps stand 0.4 rad apart, so each would throw a hard shadow of its own on the table. This one spreads a shadow
 * with the distance from what throws it. Taps turn with pixel and lamp; the exposures average their grain away.
 */
const openToDome = /* glsl */ `
  float openToDome(sampler2D map, vec3 place) {
    const float depth = 1200.0, side = 208.0, spread = 0.24;
    float turn = 6.2832 * fract(52.98 * fract(dot(gl_FragCoord.xy, vec2(0.0671, 0.00584))) + 37.7 * place.z);
    float blocked = 0.0, distance_ = 0.0;
    for (int n = 0; n < 10; n++) {
      float radius = sqrt((float(n) + 0.5) / 10.0) * 0.16;
      vec2 tap = place.xy + radius * vec2(cos(turn + float(n) * 2.4), sin(turn + float(n) * 2.4));
      float gap = (place.z - texture2D(map, tap).r) * depth;
      // Only what the lamp's own solid angle would reach counts.
      if (gap > 0.05 && gap * spread > radius * side * 0.6) { blocked += 1.0; distance_ += gap; }
    }
    float near = texture2D(map, place.xy).r;
    if (place.z - near > 0.00005) { blocked += 1.0; distance_ += (place.z - near) * depth; }
    if (blocked < 0.5) return 1.0;
    float reach = spread * distance_ / blocked / side;
    float open = 0.0;
    for (int n = 0; n < 12; n++) {
      float radius = sqrt((float(n) + 0.5) / 12.0) * reach;
      vec2 tap = place.xy + radius * vec2(cos(turn + float(n) * 2.4), sin(turn + float(n) * 2.4));
      open += step(place.z - 0.00005, texture2D(map, tap).r);
    }
    return open / 12.0;
  }`;

/** The table: invisible, it only shows the light that the part takes from it. */
export function layTable(): { mesh: THREE.Mesh; setStrength: (strength: number) => void } {
  const material = new THREE.ShadowMaterial({ depthWrite: false });
  const uniforms = {
    tableLight: { value: Lamps.tableIrradiance },
    frame: { value: new THREE.Vector2(1, 1) },
  };
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    shader.fragmentShader = shader.fragmentShader
      .replace(
        'void main() {',
        `${openToDome}\nuniform float tableLight;\nuniform vec2 frame;\nvoid main() {`,
      )
      .replace(
        'gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );',
        /* glsl */ `
        float open0 = getShadow(directionalShadowMap[0], directionalLightShadows[0].shadowMapSize, 1.0,
          directionalLightShadows[0].shadowBias, 1.0, vDirectionalShadowCoord[0]);
        float height0 = (vec4(directionalLights[0].direction, 0.0) * viewMatrix).z;
        float height1 = max((vec4(directionalLights[1].direction, 0.0) * viewMatrix).z, 0.0);
        // Half of the dome lamps shine from below the table: their shadows are not looked for.
        float open1 = height1 > 0.0 ? openToDome(directionalShadowMap[1], vDirectionalShadowCoord[1].xyz) : 1.0;
        // The dome counts by the 1.5th power of its height: grazing lamps would throw streaks.
        float lost = directionalLights[0].color.g * height0 * (1.0 - open0)
          + directionalLights[1].color.g * 1.25 * pow(height1, 1.5) * (1.0 - open1);
        // The shadow has to end before the picture does.
        vec2 margin = min(gl_FragCoord.xy, frame - gl_FragCoord.xy) / frame.y;
        float fade = smoothstep(0.0, 0.07, margin.x) * smoothstep(0.0, 0.07, margin.y);
        gl_FragColor = vec4(color, opacity * fade * lost / tableLight);`,
      );
  };
  const mesh = new THREE.Mesh(new THREE.PlaneGeometry(2000, 2000), material);
  mesh.receiveShadow = true;
  mesh.renderOrder = -1;
  mesh.onBeforeRender = (renderer) => {
    const target = renderer.getRenderTarget();
    if (target) uniforms.frame.value.set(target.width, target.height);
  };
  return {
    mesh,
    setStrength: (strength) => {
      material.opacity = strength;
    },
  };
}
