import { Gauge, type Registry } from 'prom-client';
import type { Readings } from '../readings.ts';

/**
 * Measures what all processes of an installation share: queues, size of the database, and the disk. Every process
 * reports the same values, so a query over several processes takes their maximum.
 */
export function measureInstallation(registry: Registry, readings: Readings): void {
  const registers = [registry];
  new Gauge({
    name: 'portico_database_up',
    help: '1 if the database responded to this process, otherwise 0.',
    registers,
    async collect() {
      this.set((await readings.queues()) ? 1 : 0);
    },
  });
  new Gauge({
    name: 'portico_queue_rows',
    help: 'Rows that wait in each queue, due or not.',
    labelNames: ['queue'],
    registers,
    async collect() {
      this.reset();
      for (const { queue, rows } of (await readings.queues()) ?? []) this.set({ queue }, rows);
    },
  });
  new Gauge({
    name: 'portico_queue_oldest_due_seconds',
    help: 'How long the row that has been due for the longest time has waited, by queue.',
    labelNames: ['queue'],
    registers,
    async collect() {
      this.reset();
      for (const { queue, oldestDueSeconds } of (await readings.queues()) ?? []) this.set({ queue }, oldestDueSeconds);
    },
  });
  new Gauge({
    name: 'portico_database_size_bytes',
    help: 'Size of the database on disk.',
    registers,
    async collect() {
      const bytes = await readings.databaseBytes();
      if (bytes === null) this.remove();
      else this.set(bytes);
    },
  });
  new Gauge({
    name: 'portico_data_disk_bytes',
    help: 'Size of the disk of the data folder, and the free part of it.',
    labelNames: ['kind'],
    registers,
    async collect() {
      const disk = await readings.disk();
      if (!disk) return this.reset();
      this.set({ kind: 'total' }, disk.totalBytes);
      this.set({ kind: 'free' }, disk.freeBytes);
    },
  });
}
