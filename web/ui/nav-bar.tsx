import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, NavLink } from 'react-router';
import { allProducts, latestProducts } from '../queries.ts';
import { useSignOut } from '../session.tsx';
import { Mark } from './icons.tsx';
import { SandboxBar } from './sandbox-bar.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

/** The bar on top of every page. It holds the variants for visitors and for signed-in people; CSS shows one of them. */
export function NavBar() {
  return (
    <header className="border-base-300 border-b bg-base-100">
      <SandboxBar />
      <nav aria-label="Main" className="wrap flex flex-wrap items-center gap-x-2">
        <Link to="/" className="mr-auto flex items-center gap-2.5 py-3 sm:mr-8">
          <Mark />
          <span className="font-bold text-lg tracking-tight">Northbridge</span>
        </Link>
        <ul className="order-last flex w-full gap-5 sm:order-none sm:mr-auto sm:w-auto sm:gap-6">
          <li>
            <Entry to="/" load={(client) => client.prefetchQuery(latestProducts)}>
              Home
            </Entry>
          </li>
          <li>
            <Entry to="/allProducts" load={(client) => client.prefetchInfiniteQuery(allProducts())}>
              All Products
            </Entry>
          </li>
          <li className="hidden signed-in:block">
            <Entry to="/dashboard">Dashboard</Entry>
          </li>
        </ul>
        <div className="flex items-center gap-1 py-2">
          <Link to="/login" className="btn btn-ghost signed-in:hidden">
            Login
          </Link>
          <SignOutButton />
          <ThemeToggle />
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

function SignOutButton() {
  const signOut = useSignOut();
  const [leaving, setLeaving] = useState(false);
  return (
    <button
      type="button"
      className="btn btn-ghost hidden signed-in:inline-flex"
      disabled={leaving}
      onClick={async () => {
        setLeaving(true);
        await signOut('/login');
        setLeaving(false);
      }}
    >
      SignOut
    </button>
  );
}
