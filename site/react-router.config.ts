import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src',
  // The server sets the variable, because it builds into a folder named after a hash of the sources
  // (server/src/builds).
  buildDirectory: process.env.PORTICO_SITE_BUILD ?? 'build/local',
  ssr: true,
  // The site has few routes, so the first page contains them all, and no later request for routes is needed.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
