interface DemoAccount {
  email: string;
  password: string;
}

/** The demo accounts of every sandbox. */
const accounts: (DemoAccount & { role: string })[] = [
  { role: 'Buyer', email: 'buyer@example.com', password: 'northbridge' },
  { role: 'Admin', email: 'admin@example.com', password: 'northbridge' },
];

/** The demo accounts of a sandbox; a button fills the form with one of them. */
export function DemoAccounts({ onChoose }: { onChoose: (account: DemoAccount) => void }) {
  return (
    <aside aria-labelledby="demo-accounts" className="sheet w-full max-w-[26rem] p-6 lg:max-w-72">
      <h2 id="demo-accounts" className="text-base">
        Demo accounts
      </h2>
      <p className="mt-1 text-muted text-sm">For looking around in this sandbox.</p>
      <ul className="mt-4 grid gap-4">
        {accounts.map(({ role, email, password }) => (
          <li key={email} className="grid gap-1 border-base-300 border-t pt-3 text-sm">
            <span className="id">{email}</span>
            <span className="text-muted">
              Password <span className="id">{password}</span>
            </span>
            <button
              type="button"
              className="btn btn-quiet btn-sm mt-1.5 justify-self-start"
              onClick={() => onChoose({ email, password })}
            >
              Fill in as {role.toLowerCase()}
            </button>
          </li>
        ))}
      </ul>
    </aside>
  );
}
