import { html } from '../html.ts';
import { renderPage, type StandIn } from '../page.ts';

export const STAND_IN: StandIn = {
  name: 'Sandbox of Google sign-in',
  note: 'No Google account is involved.',
  stylesheet: '/sandbox/google/style.css',
};

/** The headers of every page here. `formTarget` is an origin to which a sent form may lead besides this one. */
export function pageHeaders(formTarget?: string): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "style-src 'self'",
      // A browser applies this to where a form's answer redirects, too: back to the application.
      `form-action 'self'${formTarget ? ` ${formTarget}` : ''}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    // The address holds a running sign-in. A form sent without a referrer would come from Origin 'null'.
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=utf-8',
  };
}

/** What is shown when a sign-in cannot go on here. */
export function renderProblem(problem: {
  title: string;
  text: string;
  /** For whoever connects an application. */
  detail?: string | undefined;
  application?: { name: string; home: string } | undefined;
}): string {
  const { title, text, detail, application } = problem;
  return renderPage(
    STAND_IN,
    title,
    html`<h1>${title}</h1>
<p>${text}</p>
${detail !== undefined && html`<p class="detail">${detail}</p>`}
${application && html`<p><a class="button" href="${application.home}">Back to ${application.name}</a></p>`}`,
  );
}
