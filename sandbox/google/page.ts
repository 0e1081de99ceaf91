import { html } from '../html.ts';
import { renderPage, type StandIn } from '../page.ts';

export const STAND_IN: StandIn = {
  name: 'Sandbox of Google sign-in',
  note: 'No Google account is involved.',
  stylesheet: '/sandbox/google/style.css',
};

/** Returns the page for a sign-in that cannot continue. */
export function renderProblem(problem: {
  title: string;
  text: string;
  /** For the developer of the application. */
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
