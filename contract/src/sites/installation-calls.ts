/** The call that reports on the whole installation, for its operator. */
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { DateTime, nullable } from '../shared.ts';

export const InstallationHealth = Type.Object(
  {
    /** The figures of the process that handles the call. */
    process: Type.Object({
      version: Type.String(),
      startedDate: DateTime,
      memoryBytes: Type.Integer(),
      pages: Type.Union([Type.Literal('ready'), Type.Literal('building'), Type.Literal('failed')]),
      pools: Type.Array(
        Type.Object({
          pool: Type.String(),
          maxConnections: Type.Integer(),
          active: Type.Integer(),
          idle: Type.Integer(),
          /** Callers that wait for a connection. */
          waiting: Type.Integer(),
        }),
      ),
    }),
    database: Type.Object({ version: Type.String(), sizeBytes: Type.Integer(), connections: Type.Integer() }),
    queues: Type.Array(
      Type.Object({
        queue: Type.String(),
        /** Rows that wait, due or not. */
        rows: Type.Integer(),
        /** How long the oldest due row has been due. */
        oldestDueSeconds: Type.Number(),
      }),
    ),
    /** The disk of the data folder; null if the folder cannot be read. */
    disk: nullable(Type.Object({ totalBytes: Type.Integer(), freeBytes: Type.Integer() })),
    /** Mails of all sites in the last 24 hours. */
    mail: Type.Object({
      hasServer: Type.Boolean(),
      /** Mails that a mail server has accepted. */
      acceptedCount: Type.Integer(),
      failedCount: Type.Integer(),
    }),
    /** The last run of each kind of scheduled backup. */
    backups: Type.Array(
      Type.Object({
        kind: Type.String(),
        startedDate: DateTime,
        finishedDate: nullable(DateTime),
        sizeBytes: nullable(Type.Integer()),
        failure: nullable(Type.String()),
      }),
    ),
  },
  { title: 'InstallationHealth', description: 'The state of an installation, as its operator sees it.' },
);

export const installationCalls = {
  getInstallationHealth: endpoint({
    id: 'sites.installation.getHealth',
    slice: 'sites',
    access: 'site:own',
    method: 'GET',
    path: '/portico/v1/installation/health',
    summary: 'Get the state of the installation; only for owners of its first site',
    response: Type.Object({ health: InstallationHealth }),
    errors: [],
  }),
};
