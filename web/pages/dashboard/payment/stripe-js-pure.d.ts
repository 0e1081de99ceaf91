/** Stripe's loader without side effects. The package names its types in a way that TypeScript's nodenext cannot follow. */
declare module '@stripe/stripe-js/pure' {
  export { loadStripe } from '@stripe/stripe-js';
}
