import { Counter, type Registry } from 'prom-client';
import { type SendOutcome, sendOutcomes } from '../../kernel/diagnostics.ts';

/** Counts the attempts to send mails and deliver events. Returns a function that stops the counting. */
export function measureOutcomes(registry: Registry): () => void {
  const registers = [registry];
  const labelNames = ['outcome'];
  const counters = {
    mail: new Counter({
      name: 'portico_mail_attempts_total',
      help: 'Attempts to send a mail by outcome: sent, retry, failed, or kept because there is no mail server.',
      labelNames,
      registers,
    }),
    delivery: new Counter({
      name: 'portico_webhook_attempts_total',
      help: 'Attempts to deliver an event to a webhook by outcome: sent, retry or failed.',
      labelNames,
      registers,
    }),
  };
  // Starts each series at 0, because Prometheus does not count the step from no value to the first one.
  for (const outcome of ['sent', 'retry', 'failed'])
    for (const kind of ['mail', 'delivery'] as const) counters[kind].inc({ outcome }, 0);
  const onOutcome = (message: unknown): void => {
    const { kind, outcome } = message as SendOutcome;
    counters[kind].inc({ outcome });
  };
  sendOutcomes.subscribe(onOutcome);
  return () => {
    sendOutcomes.unsubscribe(onOutcome);
  };
}
