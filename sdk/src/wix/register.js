/** Preload script for Node: `PORTICO_URL=http://localhost:4000 node --import @portico/sdk/wix/register app.js`. */
import { pointWixSdkAt } from './index.js';

const url = process.env.PORTICO_URL;
if (!url) throw new Error('Set PORTICO_URL to the address of the Portico server, for example http://localhost:4000.');
pointWixSdkAt(url);
