import * as THREE from 'three';
import { FullScreenQuad } from 'three/addons/postprocessing/Pass.js';

const depthOnly = new THREE.MeshBasicMaterial({ colorWrite: false });

/** Adds exposures in linear light and develops their average to straight-alpha sRGB. */
export class Film {
  readonly #renderer: THREE.WebGLRenderer;
  readonly #frame: THREE.WebGLRenderTarget;
  readonly #sum: THREE.WebGLRenderTarget;
  readonly #print: THREE.WebGLRenderTarget;
  readonly #add: THREE.ShaderMaterial;
  readonly #develop: THREE.ShaderMaterial;
  #count = 0;

  constructor(renderer: THREE.WebGLRenderer, width: number, height: number) {
    this.#renderer = renderer;
    this.#frame = new THREE.WebGLRenderTarget(width, height, { type: THREE.HalfFloatType });
    this.#sum = new THREE.WebGLRenderTarget(width, height, { type: THREE.FloatType, depthBuffer: false });
    this.#print = new THREE.WebGLRenderTarget(width, height, { depthBuffer: false });
    const vertexShader = /* glsl */ `
      varying vec2 vUv;
      void main() { vUv = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }`;
    this.#add = new THREE.ShaderMaterial({
      uniforms: { frame: { value: this.#frame.texture } },
      vertexShader,
      // A highlight is held at 12 so that one bright exposure cannot fray an edge.
      fragmentShader: /* glsl */ `
        uniform sampler2D frame; varying vec2 vUv;
        void main() { vec4 c = texture2D(frame, vUv); gl_FragColor = vec4(min(c.rgb, vec3(12.0)), c.a); }`,
      blending: THREE.CustomBlending,
      blendSrc: THREE.OneFactor,
      blendDst: THREE.OneFactor,
      depthTest: false,
      depthWrite: false,
      toneMapped: false,
    });
    this.#develop = new THREE.ShaderMaterial({
      uniforms: {
        sum: { value: this.#sum.texture },
        count: { value: 1 },
        toneMappingExposure: { value: 1 },
        backdrop: { value: new THREE.Vector4(0, 0, 0, 0) },
        calm: { value: new THREE.Vector2(-2, -1) },
      },
      vertexShader,
      fragmentShader: /* glsl */ `
        uniform sampler2D sum; uniform float count; uniform vec4 backdrop; uniform vec2 calm; varying vec2 vUv;
        #include <tonemapping_pars_fragment>
        void main() {
          vec4 c = texture2D(sum, vUv) / count;
          c.rgb += backdrop.rgb * backdrop.a * max(1.0 - c.a, 0.0);
          c.a = mix(c.a, 1.0, backdrop.a);
          c.rgb = mix(backdrop.rgb, c.rgb, smoothstep(calm.x, calm.y, vUv.x));
          vec3 straight = c.a > 0.0 ? c.rgb / c.a : vec3(0.0);
          gl_FragColor = sRGBTransferOETF(vec4(ACESFilmicToneMapping(straight), min(c.a, 1.0)));
          // Half a step of fixed grain, so that dark gradients do not band.
          float grain = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
          gl_FragColor.rgb += backdrop.a * grain / 255.0;
        }`,
      blending: THREE.NoBlending,
      depthTest: false,
      toneMapped: false,
    });
  }

  /** Throws away what was exposed. */
  wind(): void {
    this.#count = 0;
    this.#renderer.setRenderTarget(this.#sum);
    this.#renderer.setClearColor(0x000000, 0);
    this.#renderer.clear();
  }

  /** `solid`, if given, is the layer of what hides things: its depth goes first, so that nothing hidden is shaded. */
  expose(scene: THREE.Scene, camera: THREE.Camera, solid?: number): void {
    this.#renderer.setRenderTarget(this.#frame);
    this.#renderer.setClearColor(0x000000, 0);
    this.#renderer.clear();
    if (solid !== undefined) {
      camera.layers.set(solid);
      scene.overrideMaterial = depthOnly;
      this.#renderer.render(scene, camera);
      scene.overrideMaterial = null;
      camera.layers.set(0);
    }
    this.#renderer.render(scene, camera);
    this.#renderer.setRenderTarget(this.#sum);
    new FullScreenQuad(this.#add).render(this.#renderer);
    this.#count += 1;
  }

  /** Puts an opaque colour behind everything, and lets the picture fade into it from `calm[1]` to `calm[0]` (0 is left). */
  back(color: THREE.Color, calm: readonly [number, number]): void {
    this.#develop.uniforms.backdrop!.value.set(color.r, color.g, color.b, 1);
    this.#develop.uniforms.calm!.value.set(...calm);
  }

  /** RGBA bytes, rows from the top. */
  develop(exposure: number): Uint8Array {
    // A lost context reads as black.
    if (this.#renderer.getContext().isContextLost()) throw new Error('The browser lost its graphics');
    this.#develop.uniforms.count!.value = this.#count;
    this.#develop.uniforms.toneMappingExposure!.value = exposure;
    this.#renderer.setRenderTarget(this.#print);
    new FullScreenQuad(this.#develop).render(this.#renderer);
    const { width, height } = this.#print;
    const rows = new Uint8Array(width * height * 4);
    this.#renderer.readRenderTargetPixels(this.#print, 0, 0, width, height, rows);
    const picture = new Uint8Array(rows.length);
    const stride = width * 4;
    for (let y = 0; y < height; y++) {
      picture.set(rows.subarray((height - 1 - y) * stride, (height - y) * stride), y * stride);
    }
    return picture;
  }

  dispose(): void {
    this.#frame.dispose();
    this.#sum.dispose();
    this.#print.dispose();
  }
}
