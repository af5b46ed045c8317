import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  build: { target: 'es2022', modulePreload: { polyfill: false }, reportCompressedSize: false },
  // The build bundles all packages into one file. The server loads one file faster, and the file contains the
  // production build of React, whatever the value of NODE_ENV at run time.
  ssr: { noExternal: command === 'build' ? true : [/^@portico\//] },
}));
