import { Link } from 'react-router';
import { useShop } from '../config.ts';
import { Mark } from '../ui/icons.tsx';

export function Footer() {
  const { name, claim } = useShop();
  return (
    <footer className="mt-auto border-base-300 border-t bg-base-100">
      <div className="wrap grid grid-cols-2 gap-8 py-10 sm:grid-cols-[2fr_1fr_1fr]">
        <div className="max-sm:col-span-2">
          <p className="flex items-center gap-2.5 font-bold tracking-tight">
            <Mark className="size-6" />
            {name}
          </p>
          <p className="mt-3 max-w-sm text-muted text-sm">{claim}</p>
        </div>
        <nav aria-label="Shop">
          <ul className="grid gap-2 text-sm">
            <FooterLink to="/allProducts">All Products</FooterLink>
            <FooterLink to="/dashboard" className="hidden signed-in:block">
              Dashboard
            </FooterLink>
            <FooterLink to="/login" className="signed-in:hidden">
              Login
            </FooterLink>
            <FooterLink to="/signup" className="signed-in:hidden">
              SignUp
            </FooterLink>
          </ul>
        </nav>
        <nav aria-label="More">
          <ul className="grid gap-2 text-sm">
            <FooterLink to="/myPortfolio">Portfolio</FooterLink>
            <FooterLink to="/blogs">Blogs</FooterLink>
            <li>
              <a href="/docs" className="hover:underline">
                API
              </a>
            </li>
          </ul>
        </nav>
      </div>
    </footer>
  );
}

function FooterLink({ to, className, children }: { to: string; className?: string; children: string }) {
  return (
    <li className={className}>
      <Link to={to} className="hover:underline">
        {children}
      </Link>
    </li>
  );
}
