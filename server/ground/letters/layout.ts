/** Who writes, at the end of every letter. */
export interface Signature {
  name: string;
  address: string[];
  email: string;
}

/** A mail as its parts, before it takes the form of plain text and of HTML. */
export interface Letter {
  subject: string;
  paragraphs: string[];
  /** Labels and values. */
  details: [label: string, value: string][];
  link?: { label: string; url: string };
}

/** A letter as mail clients take it. */
export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** Writes a letter as plain text and as HTML. What people typed is escaped in HTML, and keeps the subject on one line. */
export function layOut(letter: Letter, signature: Signature): RenderedMail {
  return {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what has to go
    subject: letter.subject.replace(/[\s\u0000-\u001f\u007f]+/g, ' ').trim(),
    text: toText(letter, signature),
    html: toHtml(letter, signature),
  };
}

function toText({ paragraphs, details, link }: Letter, signature: Signature): string {
  const blocks = [
    ...paragraphs,
    details.map(([label, value]) => `${label}: ${value}`).join('\n'),
    ...(link ? [`${link.label}: ${link.url}`] : []),
    `-- \n${linesOf(signature).join('\n')}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

function toHtml({ subject, paragraphs, details, link }: Letter, signature: Signature): string {
  const rows = details.map(
    ([label, value]) =>
      `<tr><th scope="row" style="${LABEL}">${escapeHtml(label)}</th><td style="${VALUE}">${escapeHtml(value)}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:24px 16px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Arial,sans-serif">
<div style="max-width:36rem;margin:0 auto">
<p style="margin:0 0 24px;font-weight:700">${escapeHtml(signature.name)}</p>
${paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`).join('\n')}
<table style="width:100%;border-collapse:collapse;font-size:15px">
${rows.join('\n')}
</table>
${link ? `<p style="margin:24px 0"><a href="${escapeHtml(link.url)}" style="${BUTTON}">${escapeHtml(link.label)}</a></p>` : ''}
<p style="margin:32px 0 0;font-size:13px;opacity:.75">${linesOf(signature).map(escapeHtml).join('<br>')}</p>
</div>
</body>
</html>
`;
}

const linesOf = ({ name, address, email }: Signature) => [name, ...address, email];

/** Writes a moment in the shop's time zone, and says which that is: 'Mar 3, 2027, 4:00 PM GMT+1'. */
export function formatMoment(moment: Date | string, zone: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
    timeZoneName: 'short',
  });
  return format.format(new Date(moment)).replaceAll('\u202f', ' ');
}

const LINE = 'border-top:1px solid #8888;padding:8px 0;vertical-align:top';
const LABEL = `${LINE};padding-right:16px;text-align:left;font-weight:400;white-space:nowrap`;
const VALUE = `${LINE};font-weight:600;overflow-wrap:anywhere`;
/** The light theme's primary (web/themes.css), as mail clients know no oklch. */
const ACCENT = '#005b6f';
const BUTTON = `display:inline-block;padding:10px 18px;border-radius:3px;background:${ACCENT};color:#fff;font-weight:600;text-decoration:none`;

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
