import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: true,
  // The shop has a dozen routes: sending them all at once saves a request on the way to the next page.
  routeDiscovery: { mode: 'initial' },
  // A clientLoader of a line is not worth a request of its own.
  splitRouteModules: false,
} satisfies Config;
