import { useShop } from '../config.ts';

/** How a part is ordered that no card can pay for. */
export function AskSeller() {
  const { email } = useShop();
  return (
    <>
      To order it, write to{' '}
      <a href={`mailto:${email}`} className="text-link">
        {email}
      </a>
      .
    </>
  );
}
