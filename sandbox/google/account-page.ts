import { isEmailAddress } from '../email-address.ts';
import { type Html, html } from '../html.ts';
import { renderPage } from '../page.ts';
import { STAND_IN } from './page.ts';
import type { Person } from './people.ts';

/** The fields of an account that is not in the list, as typed. */
export interface TypedAccount {
  email: string;
  name: string;
  verified: boolean;
}

export interface AccountPage {
  /** The application that requests the sign-in. */
  applicationName: string;
  people: readonly Pick<Person, 'email' | 'name'>[];
  typed?: TypedAccount;
  /** The errors of the typed fields. */
  problems?: Problems;
}

export type Problems = Partial<Record<'email' | 'name', string>>;

const NEW: TypedAccount = { email: '', name: '', verified: true };

/**
 * Returns the page to choose an account, type one, or cancel. Cancel has its own form, because Enter in a field
 * activates the first button of the field's form.
 */
export function renderAccountPage({
  applicationName,
  people,
  typed = NEW,
  problems = {},
}: AccountPage): string {
  return renderPage(
    STAND_IN,
    'Choose an account',
    html`<h1>Choose an account</h1>
<p class="lead">to continue to <strong>${applicationName}</strong></p>

<form method="post" aria-label="Accounts">
<ul class="accounts">
${people.map(renderChoice)}
</ul>
</form>

<form method="post" novalidate aria-labelledby="another">
<h2 id="another">Use another account</h2>
${renderField({ name: 'email', label: 'Email', type: 'email', value: typed.email, problem: problems.email })}
${renderField({ name: 'name', label: 'Name', type: 'text', value: typed.name, problem: problems.name })}
<div class="tick">
<input type="checkbox" id="verified" name="verified" value="yes" aria-describedby="verified-hint"${typed.verified && html` checked`}>
<label for="verified">Verified address</label>
<p id="verified-hint" class="hint">Without the tick, ${applicationName} hears that this address was never proven.</p>
</div>
<div class="actions">
<button class="button quiet" name="action" value="cancel" form="turn-back">Cancel</button>
<button class="button" name="action" value="type">Continue</button>
</div>
</form>
<form method="post" id="turn-back"></form>`,
  );
}

function renderChoice({ name, email }: Pick<Person, 'email' | 'name'>): Html {
  return html`<li><button name="account" value="${email}">
<span class="initials" aria-hidden="true">${initialsOf(name)}</span>
<span class="name">${name}</span>
<span class="email">${email}</span>
</button></li>
`;
}

interface FieldView {
  name: 'email' | 'name';
  label: string;
  type: string;
  value: string;
  problem: string | undefined;
}

function renderField({ name, label, type, value, problem }: FieldView): Html {
  return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" value="${value}" maxlength="254" autocomplete="off" autocapitalize="${name === 'email' ? 'none' : 'words'}" spellcheck="false"${
    problem !== undefined && html` aria-invalid="true" aria-describedby="${name}-problem" autofocus`
  }>
${problem !== undefined && html`<p id="${name}-problem" class="problem" role="alert">${problem}</p>`}
</div>`;
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '')
    .join('');
}

/** Returns the errors of typed fields. The name is optional. */
export function checkTyped({ email, name }: TypedAccount): Problems {
  const problems: Problems = {};
  if (email === '') problems.email = 'Type an email address.';
  else if (!isEmailAddress(email) || email.length > 254 || email.includes('\0')) {
    problems.email = 'This is not an email address. Write it like ada@example.com.';
  }
  if (name.length > 200 || name.includes('\0')) problems.name = 'This name is too long.';
  return problems;
}
