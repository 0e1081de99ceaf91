import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { CartLink } from '../basket/cart/cart-link.tsx';
import { useConfig, useShop } from '../config.ts';
import { allProducts, facetsOf, latestProducts } from '../queries.ts';
import { loginPath } from '../return-path.ts';
import { loadAccount, useIdentity, useSignOut } from '../session.tsx';
import { toggleTheme, useTheme } from '../theme.ts';
import { Button } from '../ui/button.tsx';
import { Mark, MoonIcon, SunIcon } from '../ui/icons.tsx';
import { SearchBox, useSearchKey } from './search-box.tsx';

/** The bar on top of every page. It holds the variants for visitors and for signed-in people; CSS shows one of them. */
export function NavBar() {
  useSearchKey();
  const { pathname } = useLocation();
  const { name } = useShop();
  return (
    <header className="top">
      <SandboxBar />
      <nav aria-label="Main" className="top">
        <div className="top-bar">
          <div className="wrap top-row">
            <Link to="/" className="top-logo" aria-label={name}>
              <Mark />
              <span className="top-name">{name}</span>
            </Link>
            <SearchBox />
            <div className="top-actions">
              <CartLink />
              <Link
                to={loginPath(pathname === '/order' ? pathname : '/')}
                className="btn btn-ghost signed-in:hidden"
              >
                Login
              </Link>
              <SignOutButton />
              <ThemeToggle />
            </div>
          </div>
        </div>
        <div className="top-entries">
          <ul className="wrap">
            <li>
              <Entry
                to="/"
                load={(client) => {
                  client.prefetchQuery(latestProducts);
                  client.prefetchQuery(facetsOf());
                }}
              >
                Home
              </Entry>
            </li>
            <li>
              <Entry to="/allProducts" load={(client) => client.prefetchInfiniteQuery(allProducts())}>
                All Products
              </Entry>
            </li>
            <li>
              <Entry to="/order">Order pad</Entry>
            </li>
            <li className="hidden signed-in:block">
              <Entry to="/dashboard">Dashboard</Entry>
            </li>
          </ul>
          <Buyer />
        </div>
      </nav>
    </header>
  );
}

interface EntryProps {
  to: string;
  children: string;
  /** Fetches the data of the page while the pointer is over the entry. */
  load?: (client: QueryClient) => unknown;
}

function Entry({ to, children, load }: EntryProps) {
  const client = useQueryClient();
  const warm = () => void load?.(client);
  return (
    <NavLink
      to={to}
      end={to === '/'}
      onMouseEnter={warm}
      onFocus={warm}
      onTouchStart={warm}
      className="nav-entry"
    >
      {children}
    </NavLink>
  );
}

/** For whom members of companies buy. Others do not load it. */
function Buyer() {
  const identity = useIdentity();
  const isMember = Boolean(identity?.companies);
  const [loaded, setLoaded] = useState<typeof import('./buyer/buyer-switch.tsx')>();
  useEffect(() => {
    if (isMember)
      import('./buyer/buyer-switch.tsx').then(setLoaded, () => {
        // The room stays empty.
      });
  }, [isMember]);
  return identity && isMember && loaded && <loaded.BuyerSwitch identity={identity} />;
}

function SignOutButton() {
  const signOut = useSignOut();
  const [leaving, setLeaving] = useState(false);
  const warm = () => void loadAccount().catch(() => {});
  return (
    <Button
      kind="ghost"
      className="hidden signed-in:inline-flex"
      disabled={leaving}
      onMouseEnter={warm}
      onFocus={warm}
      onTouchStart={warm}
      onClick={async () => {
        setLeaving(true);
        await signOut('/login');
        setLeaving(false);
      }}
    >
      SignOut
    </Button>
  );
}

function ThemeToggle() {
  const theme = useTheme();
  return (
    <Button
      kind="ghost"
      className="btn-square"
      aria-label="Dark theme"
      title="Switch between light and dark"
      aria-pressed={theme === 'dark'}
      onClick={toggleTheme}
    >
      <SunIcon className="size-5 dark:hidden" />
      <MoonIcon className="hidden size-5 dark:block" />
    </Button>
  );
}

/** The bar on every page of a shop that runs with the sandbox. */
function SandboxBar() {
  const config = useConfig();
  if (!config?.sandbox) return null;
  return (
    <p className="bg-neutral py-1 text-center text-neutral-content text-xs">
      Sandbox: no real money moves
      {config.mailbox && (
        <>
          {' · '}
          <a href={config.mailbox} className="underline underline-offset-2">
            Mailbox
          </a>
        </>
      )}
    </p>
  );
}
