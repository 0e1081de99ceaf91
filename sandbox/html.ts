/** Safe markup. */
export interface Html {
  html: string;
}

type Part = string | number | Html | readonly Html[] | false | undefined;

/** Template tag that escapes its values. False and undefined become ''. */
export function html(parts: TemplateStringsArray, ...values: Part[]): Html {
  return { html: parts.reduce((text, part, index) => text + render(values[index - 1]) + part) };
}

function render(value: Part): string {
  if (value === undefined || value === false) return '';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return escapeText(value);
  return 'html' in value ? value.html : value.map((one) => one.html).join('');
}

function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
