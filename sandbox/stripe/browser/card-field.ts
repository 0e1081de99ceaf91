import { drawSign } from './brand-sign.ts';
import {
  type Brand,
  brandOf,
  digitsOf,
  type FieldError,
  formatCvc,
  formatExpiry,
  formatNumber,
  isFull,
  type Part,
  problemOf,
} from './card-input.ts';
import { type CardStyle, cardCss } from './card-style.ts';

export interface CardOptions {
  style?: CardStyle;
  classes?: Partial<Record<keyof typeof CLASSES, string>>;
  disabled?: boolean;
  hideIcon?: boolean;
}

/** The values for the API. */
export interface CardValues {
  number: string;
  exp_month: string;
  exp_year: string;
  cvc: string;
}

type Listener = (event?: unknown) => void;

const CLASSES = {
  base: 'StripeElement',
  complete: 'StripeElement--complete',
  empty: 'StripeElement--empty',
  focus: 'StripeElement--focus',
  invalid: 'StripeElement--invalid',
};

const PARTS: [Part, label: string, placeholder: string, autocomplete: string, name: string][] = [
  ['number', 'Card number', 'Card number', 'cc-number', 'cardnumber'],
  ['expiry', 'Expiry date (MM / YY)', 'MM / YY', 'cc-exp', 'exp-date'],
  ['cvc', 'CVC', 'CVC', 'cc-csc', 'cvc'],
];

export class CardElement {
  readonly #sheet = new CSSStyleSheet();
  readonly #host = document.createElement('div');
  readonly #row = document.createElement('div');
  readonly #sign = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  readonly #inputs: Record<Part, HTMLInputElement>;
  readonly #listeners = new Map<string, Set<Listener>>();
  #options: CardOptions;
  #node: HTMLElement | undefined;
  #focused: Part | undefined;
  /** Parts that were left or complete once: only these show errors. */
  #left = new Set<Part>();
  #reported = '';
  destroyed = false;

  constructor(options: CardOptions) {
    this.#options = { ...options };
    this.#inputs = Object.fromEntries(PARTS.map((part) => [part[0], this.#input(part)])) as Record<
      Part,
      HTMLInputElement
    >;
    this.#build();
    this.#applyOptions();
    this.#show();
  }

  mount(target: string | HTMLElement): void {
    if (this.destroyed) throw new Error('This Element has already been destroyed. Please create a new one.');
    const node = typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target;
    if (!node)
      throw new Error(
        `The selector you specified (${target}) applies to no DOM elements that are currently on the page.`,
      );
    this.#node = node;
    node.replaceChildren(this.#host);
    this.#show();
    setTimeout(() => this.#emit('ready', { elementType: 'card' }));
  }

  unmount(): void {
    this.#host.remove();
    this.#node?.classList.remove(...Object.values(this.#classes()));
    this.#node = undefined;
  }

  destroy(): void {
    this.unmount();
    this.destroyed = true;
    this.#listeners.clear();
  }

  update(options: CardOptions): void {
    this.#options = { ...this.#options, ...options };
    this.#applyOptions();
  }

  focus(): void {
    const part = PARTS.map(([name]) => name).find((name) => this.#problem(name)) ?? 'cvc';
    this.#inputs[part].focus();
  }

  blur(): void {
    if (this.#focused) this.#inputs[this.#focused].blur();
  }

  clear(): void {
    for (const input of Object.values(this.#inputs)) input.value = '';
    this.#left.clear();
    this.#show();
  }

  /** Stripe's field collapses when it is narrow; this one wraps. */
  collapse(): void {}

  on(name: string, listener: Listener): this {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return this;
  }

  once(name: string, listener: Listener): this {
    const first: Listener = (event) => {
      this.off(name, first);
      listener(event);
    };
    return this.on(name, first);
  }

  off(name: string, listener?: Listener): this {
    if (listener) this.#listeners.get(name)?.delete(listener);
    else this.#listeners.delete(name);
    return this;
  }

  /** Returns the typed card, or its error, which the field then shows. */
  read(): { values: CardValues } | { error: FieldError } {
    for (const [part] of PARTS) this.#left.add(part);
    this.#show();
    const error = this.#firstProblem();
    if (error) return { error };
    const expiry = digitsOf(this.#inputs.expiry.value);
    return {
      values: {
        number: digitsOf(this.#inputs.number.value),
        exp_month: expiry.slice(0, 2),
        exp_year: expiry.slice(2),
        cvc: this.#inputs.cvc.value,
      },
    };
  }

  #build(): void {
    this.#host.className = '__PrivateStripeElement';
    const root = this.#host.attachShadow({ mode: 'open', delegatesFocus: true });
    root.adoptedStyleSheets = [this.#sheet];
    this.#sign.setAttribute('viewBox', '0 0 32 20');
    this.#sign.setAttribute('aria-hidden', 'true');
    this.#row.className = 'row';
    this.#row.setAttribute('role', 'group');
    this.#row.setAttribute('aria-label', 'Credit or debit card');
    const number = document.createElement('div');
    number.className = 'number';
    number.append(this.#sign, this.#inputs.number);
    const rest = document.createElement('div');
    rest.className = 'rest';
    rest.append(this.#inputs.expiry, this.#inputs.cvc);
    this.#row.append(number, rest);
    root.append(this.#row);
  }

  #input([part, label, placeholder, autocomplete, name]: (typeof PARTS)[number]): HTMLInputElement {
    const input = document.createElement('input');
    Object.assign(input, { type: 'text', inputMode: 'numeric', placeholder, autocomplete, name });
    input.dataset.part = part;
    input.setAttribute('aria-label', label);
    input.setAttribute('autocorrect', 'off');
    input.spellcheck = false;
    input.addEventListener('input', () => this.#typed(part));
    input.addEventListener('keydown', (event) => this.#key(part, event));
    input.addEventListener('focus', () => this.#focus(part));
    input.addEventListener('blur', (event) => this.#blur(part, event.relatedTarget));
    return input;
  }

  #brand(): Brand {
    return brandOf(digitsOf(this.#inputs.number.value));
  }

  #format(part: Part, text: string): string {
    if (part === 'number') return formatNumber(text);
    return part === 'expiry' ? formatExpiry(text) : formatCvc(text, this.#brand());
  }

  #typed(part: Part): void {
    const input = this.#inputs[part];
    const caret = input.selectionStart ?? input.value.length;
    const atEnd = caret === input.value.length;
    const before = digitsOf(input.value.slice(0, caret)).length;
    const text = this.#format(part, input.value);
    input.value = text;
    const position = atEnd ? text.length : placeOf(text, before);
    input.setSelectionRange(position, position);
    if (part === 'number') this.#inputs.cvc.value = formatCvc(this.#inputs.cvc.value, this.#brand());
    const full = isFull(part, text, this.#brand());
    if (full) this.#left.add(part);
    else this.#left.delete(part);
    this.#show();
    if (full && atEnd && !this.#problem(part)) this.#next(part)?.focus();
  }

  #key(part: Part, event: KeyboardEvent): void {
    const input = event.target as HTMLInputElement;
    const { selectionStart: start, selectionEnd: end, value } = input;
    if (event.key === 'Escape') this.#emit('escape', { elementType: 'card' });
    if (event.key === 'Enter') this.#node?.closest('form')?.requestSubmit();
    if (start !== end || start === null) return;
    if (event.key === 'Backspace' && value === '') {
      event.preventDefault();
      this.#previous(part)?.focus();
    } else if (event.key === 'Backspace') {
      // The formatter would restore a deleted space or slash, so the digit before it is deleted as well.
      let digit = start - 1;
      while (digit > 0 && !/\d/.test(value[digit]!)) digit -= 1;
      if (digit < start - 1 && /\d/.test(value[digit]!)) input.setSelectionRange(digit, start);
    } else if (event.key === 'ArrowLeft' && start === 0) this.#previous(part)?.focus();
    else if (event.key === 'ArrowRight' && start === value.length) this.#next(part)?.focus();
  }

  #next(part: Part): HTMLInputElement | undefined {
    return part === 'number' ? this.#inputs.expiry : part === 'expiry' ? this.#inputs.cvc : undefined;
  }

  #previous(part: Part): HTMLInputElement | undefined {
    return part === 'cvc' ? this.#inputs.expiry : part === 'expiry' ? this.#inputs.number : undefined;
  }

  #focus(part: Part): void {
    const before = this.#focused;
    this.#focused = part;
    this.#show();
    if (!before) this.#emit('focus', { elementType: 'card' });
  }

  #blur(part: Part, to: EventTarget | null): void {
    if (this.#inputs[part].value !== '') this.#left.add(part);
    const next = PARTS.find(([name]) => this.#inputs[name] === to)?.[0];
    this.#focused = next;
    this.#show();
    if (!next) this.#emit('blur', { elementType: 'card' });
  }

  #problem(part: Part): FieldError | undefined {
    return problemOf(part, this.#inputs[part].value, this.#brand());
  }

  #firstProblem(parts = PARTS.map(([name]) => name)): FieldError | undefined {
    for (const part of parts) {
      const error = this.#problem(part);
      if (error) return error;
    }
    return undefined;
  }

  /** Returns whether a part shows its error: not while it is typed, unless it is complete. */
  #shown(part: Part): boolean {
    if (!this.#left.has(part)) return false;
    return this.#focused !== part || isFull(part, this.#inputs[part].value, this.#brand());
  }

  /** Updates classes and ARIA attributes, and emits 'change'. */
  #show(): void {
    const brand = this.#brand();
    const wrong = PARTS.map(([name]) => name).filter((part) => this.#shown(part) && this.#problem(part));
    for (const [part] of PARTS) {
      const invalid = wrong.includes(part);
      this.#inputs[part].classList.toggle('invalid', invalid);
      this.#inputs[part].setAttribute('aria-invalid', String(invalid));
    }
    const error = this.#firstProblem(wrong);
    const complete = !this.#firstProblem();
    const empty = Object.values(this.#inputs).every((input) => input.value === '');
    this.#sign.setAttribute('class', wrong.includes('number') ? 'sign invalid' : 'sign');
    drawSign(this.#sign, brand);
    this.#row.classList.toggle('complete', complete);
    const classes = this.#classes();
    const list = this.#node?.classList;
    list?.add(...words(classes.base));
    for (const [name, on] of [
      ['complete', complete],
      ['empty', empty],
      ['focus', this.#focused !== undefined],
      ['invalid', error !== undefined],
    ] as const) {
      for (const word of words(classes[name])) list?.toggle(word, on);
    }
    const change = { elementType: 'card', brand, complete, empty, error, value: { postalCode: '' } };
    const summary = JSON.stringify(change);
    if (this.#reported !== '' && summary !== this.#reported) this.#emit('change', change);
    this.#reported = summary;
  }

  #classes(): typeof CLASSES {
    return { ...CLASSES, ...this.#options.classes };
  }

  #applyOptions(): void {
    const { style = {}, disabled = false, hideIcon = false } = this.#options;
    this.#sheet.replaceSync(cardCss(style));
    for (const input of Object.values(this.#inputs)) input.disabled = disabled;
    this.#sign.style.display = hideIcon ? 'none' : '';
  }

  #emit(name: string, event: unknown): void {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) listener(event);
  }
}

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** Returns the caret position after so many digits. */
function placeOf(text: string, digits: number): number {
  let place = 0;
  for (let seen = 0; seen < digits && place < text.length; place += 1) {
    if (/\d/.test(text[place]!)) seen += 1;
  }
  return place;
}
