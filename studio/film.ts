import * as THREE from 'three';
import { FullScreenQuad } from 'three/addons/postprocessing/Pass.js';

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
      uniforms: { sum: { value: this.#sum.texture }, count: { value: 1 }, toneMappingExposure: { value: 1 } },
      vertexShader,
      fragmentShader: /* glsl */ `
        uniform sampler2D sum; uniform float count; varying vec2 vUv;
        #include <tonemapping_pars_fragment>
        void main() {
          vec4 c = texture2D(sum, vUv) / count;
          vec3 straight = c.a > 0.0 ? c.rgb / c.a : vec3(0.0);
          gl_FragColor = sRGBTransferOETF(vec4(ACESFilmicToneMapping(straight), min(c.a, 1.0)));
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

  expose(scene: THREE.Scene, camera: THREE.Camera): void {
    this.#renderer.setRenderTarget(this.#frame);
    this.#renderer.setClearColor(0x000000, 0);
    this.#renderer.clear();
    this.#renderer.render(scene, camera);
    this.#renderer.setRenderTarget(this.#sum);
    new FullScreenQuad(this.#add).render(this.#renderer);
    this.#count += 1;
  }

  /** RGBA bytes, rows from the top. */
  develop(exposure: number): Uint8Array {
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
