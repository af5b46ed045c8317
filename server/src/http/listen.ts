import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Starts listening. `localhost` means 127.0.0.1 and, if the machine has IPv6, ::1. The name is not resolved, because a
 * minimal machine without /etc/hosts does not know it.
 */
export async function listen(http: FastifyInstance, { host, port }: { host: string; port: number }): Promise<void> {
  if (host !== 'localhost') {
    await http.listen({ host, port });
    return;
  }
  // The hook is added before listening, because Fastify rejects new hooks afterwards.
  const second = createServer((socket) => http.server.emit('connection', socket));
  http.addHook('preClose', async () => {
    if (second.listening) second.close();
  });
  await http.listen({ host: '127.0.0.1', port });
  const address = http.server.address();
  const bound = address !== null && typeof address === 'object' ? address.port : port;
  second.listen({ host: '::1', port: bound, ipv6Only: true });
  try {
    await once(second, 'listening');
  } catch (error) {
    // Machines and containers without IPv6 have no ::1.
    if (!['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
