import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src',
  // The server builds into a folder named after the sources; see server/src/pages.
  buildDirectory: process.env.PORTICO_SITE_BUILD ?? 'build/local',
  ssr: true,
  // The first page contains all routes, because the site has few. No later request for routes is needed.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
