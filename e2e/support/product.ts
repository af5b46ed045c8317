import { createInstallation } from '../../server/src/testing/installation-process.ts';

/** The product as a person starts it: its own process, its own data folder, its pages built, its starter site there. */
export interface Product {
  readonly url: string;
  readonly dataDir: string;
  /** everything printed so far */
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
