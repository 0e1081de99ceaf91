/** The `style` option of Stripe's Elements, as a style sheet: https://docs.stripe.com/js/appendix/style */

export type StyleRules = Record<string, string | Record<string, string>>;
export interface CardStyle {
  base?: StyleRules;
  complete?: StyleRules;
  empty?: StyleRules;
  invalid?: StyleRules;
}

/** Properties by their camelCase names. */
const PROPERTIES = [
  ...['backgroundColor', 'color', 'fontFamily', 'fontSize', 'fontSmoothing', 'fontStyle', 'fontVariant'],
  ...['fontWeight', 'letterSpacing', 'lineHeight', 'padding', 'textAlign', 'textDecoration', 'textShadow'],
  'textTransform',
];

const STATES: [keyof CardStyle, string][] = [
  ['base', 'input'],
  ['empty', 'input:placeholder-shown'],
  ['complete', '.complete input'],
  ['invalid', 'input.invalid'],
];
const PSEUDO = [':hover', ':focus', '::placeholder', '::selection', ':-webkit-autofill', ':disabled'];

const LAYOUT = `
:host { display: block; container-type: inline-size; }
.row { display: flex; flex-wrap: wrap; align-items: center; column-gap: .6em; row-gap: .5em; font-size: 14px; }
.sign { flex: none; width: 2em; height: 1.3em; color: #8792a2; }
.number { flex: 1 1 13em; display: flex; align-items: center; column-gap: .6em; min-width: 0; }
.rest { flex: 0 1 auto; display: flex; column-gap: .6em; }
input {
  appearance: none; box-sizing: content-box; min-width: 0; margin: 0; padding: 0; border: 0; outline: 0;
  background: transparent; color: inherit; font: inherit; line-height: 1.5; height: 1.5em;
}
input::placeholder { color: #757680; opacity: 1; }
input.invalid { color: #df1b41; }
.sign.invalid { color: #df1b41; }
[data-part="number"] { flex: 1 1 auto; width: 10.5em; }
[data-part="expiry"] { width: 4.6em; }
[data-part="cvc"] { width: 3em; }
@container (max-width: 20.9rem) { .row { flex-direction: column; align-items: stretch; } .number { flex: none; } .rest { padding-left: 2.6em; } }
input:-webkit-autofill { transition: background-color 100000s; }
`;

/** Returns the CSS for a `style` option; unnamed properties keep their defaults. */
export function cardCss(style: CardStyle): string {
  let css = LAYOUT;
  for (const [state, selector] of STATES) {
    const rules = style[state];
    if (!rules) continue;
    css += rule(selector, rules);
    for (const pseudo of PSEUDO) {
      const inner = rules[pseudo];
      if (inner && typeof inner === 'object') css += rule(`${selector}${pseudo}`, inner);
    }
    if (state === 'base' && typeof rules.fontSize === 'string')
      css += rule('.row', { fontSize: rules.fontSize });
    if (typeof rules.iconColor === 'string') {
      css += rule(state === 'invalid' ? '.sign.invalid' : '.sign', { color: rules.iconColor });
    }
  }
  return css;
}

function rule(selector: string, rules: StyleRules): string {
  const declarations = Object.entries(rules)
    .filter(
      ([name, value]) => PROPERTIES.includes(name) && typeof value === 'string' && !/[{};<>]/.test(value),
    )
    .map(([name, value]) => `${cssName(name)}: ${value};`);
  return `${selector} { ${declarations.join(' ')} }\n`;
}

function cssName(property: string): string {
  if (property === 'fontSmoothing') return '-webkit-font-smoothing';
  return property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
