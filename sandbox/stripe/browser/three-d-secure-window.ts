/** The end of the bank's page: back to the shop by itself. */
const back = document.querySelector<HTMLAnchorElement>('a#return');
if (back) location.replace(back.href);
if (document.querySelector('#close')) {
  new BroadcastChannel('stripe-three-d-secure').postMessage('done');
  window.close();
}
