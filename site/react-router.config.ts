import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src',
  // The server builds into a folder named after the sources; see server/src/pages.
  buildDirectory: process.env.PORTICO_SITE_BUILD ?? 'build/local',
  ssr: true,
  // The site is small: its routes come with the first page, and no page asks for more of them.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
