/** Returns from the bank's page to the shop. */
const back = document.querySelector<HTMLAnchorElement>('a#return');
if (back) location.replace(back.href);
if (document.querySelector('#close')) {
  new BroadcastChannel('stripe-three-d-secure').postMessage('done');
  window.close();
}
