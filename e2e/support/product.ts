import { createInstallation, type Installation } from '../../server/src/testing/installation-process.ts';

/** A running installation with starter content, in its own process and with its own data directory. */
export interface Product {
  readonly url: string;
  readonly dataDir: string;
  readonly installation: Installation;
  /** Returns everything that the process has printed so far. */
  output(): string;
  stop(): Promise<void>;
}

export async function startProduct(env: Readonly<Record<string, string>> = {}): Promise<Product> {
  const installation = await createInstallation({ PORTICO_STARTER: 'on', LOG_LEVEL: 'warn', ...env });
  try {
    const server = await installation.start();
    return {
      url: installation.origin,
      dataDir: installation.dataDir,
      installation,
      output: server.output,
      async stop() {
        await server.stop();
        await installation.remove();
      },
    };
  } catch (error) {
    await installation.remove();
    throw error;
  }
}
