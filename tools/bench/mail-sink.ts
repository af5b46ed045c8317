/**
 * A mail server that accepts and discards every mail, because the measurements include the work of sending mails. It
 * runs in a separate process, so that its own work does not slow down the process that measures.
 */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  disableReverseLookup: true,
  onData(stream, _session, done) {
    stream.resume().on('end', () => done());
  },
});
server.on('error', (error) => console.error(error.message));
server.listen(0, '127.0.0.1', () => process.send?.(server.server.address() as AddressInfo));
process.on('disconnect', () => process.exit(0));
