import { type Html, html } from '../html.ts';
import { pageHeaders, renderPage, type StandIn } from '../page.ts';
import type { StoredMessage } from './store.ts';

export const STAND_IN: StandIn = {
  name: 'Sandbox mailbox',
  note: 'No mail leaves this machine.',
  stylesheet: '/sandbox/mail/style.css',
};

/** The headers of the mailbox's pages. */
export const HEADERS = pageHeaders("frame-src 'self'", "form-action 'none'");

/**
 * The headers of a message's HTML part, which comes from anyone: it runs nothing, loads nothing and has no origin; its links
 * open in a new tab.
 */
export const FRAME_HEADERS = {
  ...HEADERS,
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'; base-uri 'none'; sandbox allow-popups allow-popups-to-escape-sandbox",
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'no-referrer',
};

/** Returns a message's HTML part as a page whose links open outside the frame, as in mail programs. */
export function renderFrame(part: string): string {
  const base = '<base target="_blank">';
  const head = part.search(/<head/i);
  const end = head < 0 ? 0 : part.indexOf('>', head) + 1;
  return part.slice(0, end) + base + part.slice(end);
}

/** Returns the page with all messages, newest first. `addressOf` returns the address of a message's page. */
export function renderMailbox(
  messages: readonly StoredMessage[],
  addressOf: (name: string) => string,
): string {
  return renderPage(
    STAND_IN,
    'Mailbox',
    html`<h1>Mailbox</h1>
${
  messages.length === 0
    ? html`<p class="lead">No mail yet. What is sent appears here within seconds: load the page again.</p>`
    : html`<p class="lead">${messages.length === 1 ? '1 message' : `${messages.length} messages, newest first`}</p>
<ol class="messages">
${messages.map(
  ({ name, subject, to, date }) => html`<li>
<a href="${addressOf(name)}">${subject || '(no subject)'}</a>
<span class="to">to ${to}</span>
${renderTime(date)}
</li>
`,
)}
</ol>`
}`,
  );
}

/** Returns the page of a message: its text with links, and its HTML part in a frame. */
export function renderMessage(message: StoredMessage, links: { mailbox: string; html: string }): string {
  const { subject, from, to, date, text } = message;
  return renderPage(
    STAND_IN,
    subject || '(no subject)',
    html`<p class="back"><a href="${links.mailbox}">Mailbox</a></p>
<h1>${subject || '(no subject)'}</h1>
<dl>
<dt>From</dt><dd>${from}</dd>
<dt>To</dt><dd>${to}</dd>
<dt>Date</dt><dd>${renderTime(date)}</dd>
</dl>
<section aria-labelledby="text">
<h2 id="text">Text</h2>
<pre>${linkAddresses(text)}</pre>
</section>
${
  message.html !== undefined &&
  html`<section aria-labelledby="html">
<h2 id="html">HTML</h2>
<iframe src="${links.html}" title="HTML part of this message" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"></iframe>
</section>`
}`,
  );
}

export function renderMissing(mailbox: string): string {
  return renderPage(
    STAND_IN,
    'No such message',
    html`<h1>No such message</h1>
<p class="lead">Only the newest messages are kept.</p>
<p><a href="${mailbox}">Mailbox</a></p>`,
  );
}

const timeFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'UTC',
});

function renderTime(iso: string): Html {
  return html`<time datetime="${iso}">${timeFormat.format(new Date(iso))} UTC</time>`;
}

/** Turns the web addresses of a text into links. */
function linkAddresses(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((piece, index) =>
      index % 2 === 0
        ? html`${piece}`
        : html`<a href="${piece}" target="_blank" rel="noopener noreferrer">${piece}</a>`,
    );
}
