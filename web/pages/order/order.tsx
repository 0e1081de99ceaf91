import type { LoaderFunctionArgs } from 'react-router';
import type { PageHandle } from '#contract/pages.ts';
import { useCart } from '../../basket/cart/cart.ts';
import { loadLists, pageContext } from '../../page-context.ts';
import { HOME_PRODUCTS, latestProducts } from '../../queries.ts';
import { useIdentity } from '../../session.tsx';
import { slimProduct } from '../../slim-product.ts';
import { NeedsScripts } from '../../ui/needs-scripts.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { OrderPad } from './order-pad.tsx';
import './line.css';
import './grid/grid.css';
import './order.css';
import './phone/phone.css';

export const handle: PageHandle = {};

/** The newest parts, of which the empty pad makes its example. */
export function loader({ context }: LoaderFunctionArgs) {
  const newest = context.get(pageContext).load.findProducts({ sort: 'newest', limit: HOME_PRODUCTS });
  return loadLists([
    latestProducts.queryKey,
    newest.then(({ products }) => products.map((product) => slimProduct(product))),
  ]);
}

export const clientLoader = () => null;

/** The order pad: cart, quick order form and paste target at once. It needs no signing in. */
export default function OrderPage() {
  const cart = useCart();
  const identity = useIdentity();
  return (
    <div className="pad wrap">
      <PageTitle
        summary="Paste a spreadsheet, an email or a bill of materials and see it priced at once, or type part numbers."
        path="/order"
      >
        Order pad
      </PageTitle>
      <NeedsScripts />
      {/* What somebody has done is not taken back in another person's cart. */}
      <OrderPad
        key={identity?.email ?? ''}
        cart={cart}
        isSignedIn={Boolean(identity)}
        isMember={Boolean(identity?.buyerId)}
      />
    </div>
  );
}
