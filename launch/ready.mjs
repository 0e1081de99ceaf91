// The health check of deploy/Dockerfile: exits with 0 when the shop of this container can serve requests.
const address = `http://127.0.0.1:${process.env.PORT ?? 3000}/readyz`;
const isReady = await fetch(address).then(
  (answer) => answer.ok,
  () => false,
);
process.exit(isReady ? 0 : 1);
