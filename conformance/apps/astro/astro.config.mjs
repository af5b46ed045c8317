import { defineConfig } from 'astro/config';

export default defineConfig({ output: 'server', devToolbar: { enabled: false } });
