const cards = [
  { number: '4242 4242 4242 4242', does: 'Pays' },
  { number: '4000 0000 0000 0002', does: 'Is declined' },
  { number: '4000 0000 0000 9995', does: 'Has insufficient funds' },
  { number: '4000 0000 0000 0069', does: 'Has expired' },
  { number: '4000 0000 0000 0127', does: 'Has a wrong CVC' },
  { number: '4000 0027 6000 3184', does: 'Asks to confirm (3-D Secure)' },
];

/** The test cards of the sandbox. */
export function TestCards() {
  return (
    <section aria-labelledby="test-cards" className="sheet">
      <h2 id="test-cards" className="px-6 pt-5 text-base">
        Test cards
      </h2>
      <p className="px-6 text-muted text-sm">Any future date, any CVC.</p>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] text-sm">
        {cards.map(({ number, does }) => (
          <div
            key={number}
            className="col-span-2 grid grid-cols-subgrid gap-x-6 border-base-300 border-t px-6 py-2"
          >
            <dt className="id">{number}</dt>
            <dd className="text-muted">{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
