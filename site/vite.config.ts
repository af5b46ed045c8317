import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  build: { target: 'es2022', modulePreload: { polyfill: false }, reportCompressedSize: false },
  // One file with everything in it: the server loads it faster, and React comes in its production form whatever
  // NODE_ENV says at run time.
  ssr: { noExternal: command === 'build' ? true : [/^@portico\//] },
}));
