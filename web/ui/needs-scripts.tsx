/** Says, where scripts are off, that the page does nothing without them. */
export function NeedsScripts() {
  return (
    <noscript>
      <p className="sheet mx-auto my-6 w-fit p-4 font-medium">
        This page needs JavaScript. Switch it on in your browser, then reload the page.
      </p>
    </noscript>
  );
}
