import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Gauge, Histogram, type Registry } from 'prom-client';
import { readPoolStates } from '../../db/pool.ts';
import {
  type ConnectionWait,
  connectionWaits,
  type StatementMessage,
  statementChannel,
} from '../../db/statement-channel.ts';

const BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10];

/** Measures connection pools and statements. Returns a function that stops the measurement. */
export function measureDatabase(registry: Registry): () => void {
  const registers = [registry];
  const connections = new Gauge({
    name: 'portico_database_connections',
    help: 'Connections of each pool by state; max is the limit.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const { pool, active, idle, maxConnections } of readPoolStates()) {
        connections.set({ pool, state: 'active' }, active);
        connections.set({ pool, state: 'idle' }, idle);
        connections.set({ pool, state: 'max' }, maxConnections);
      }
    },
  });
  const waiting = new Gauge({
    name: 'portico_database_connection_waiters',
    help: 'Callers that wait for a connection of the pool.',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const state of readPoolStates()) waiting.set({ pool: state.pool }, state.waiting);
    },
  });
  const waits = new Histogram({
    name: 'portico_database_connection_wait_seconds',
    help: 'How long callers waited for a connection of the pool.',
    labelNames: ['pool'],
    buckets: BUCKETS,
    registers,
  });
  const statements = new Histogram({
    name: 'portico_database_statement_duration_seconds',
    help: 'Duration of statements by pool and outcome.',
    labelNames: ['pool', 'outcome'],
    buckets: BUCKETS,
    registers,
  });
  const onWait = (message: unknown): void => {
    const { pool, milliseconds } = message as ConnectionWait;
    waits.observe({ pool }, milliseconds / 1_000);
  };
  const onEnd = (message: unknown): void => {
    const { pool, startedAt, error } = message as StatementMessage;
    statements.observe({ pool, outcome: error ? 'failed' : 'ok' }, (performance.now() - startedAt) / 1_000);
  };
  subscribe(connectionWaits.name, onWait);
  statementChannel.asyncEnd.subscribe(onEnd);
  return () => {
    unsubscribe(connectionWaits.name, onWait);
    statementChannel.asyncEnd.unsubscribe(onEnd);
  };
}
