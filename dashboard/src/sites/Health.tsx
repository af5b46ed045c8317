import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { admin } from '../app/client.ts';
import { formatAgo, formatNumber } from '../ui/format.ts';
import { formatBytes } from '../ui/format-bytes.ts';
import { ListTable } from '../ui/ListTable.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { QueryView } from '../ui/QueryView.tsx';
import { Section } from '../ui/Section.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { Fact } from './HealthFact.tsx';
import { BACKUP_KINDS, backupState, formatAge, POOL_TEXTS, QUEUE_NAMES, queueState } from './health-texts.ts';

const REFETCH_MS = 30_000;

const load = async () => (await admin.call('sites.installation.getHealth', {})).health;

type InstallationHealth = Awaited<ReturnType<typeof load>>;

/** The state of the installation, for owners of its first site. */
export function Health() {
  const health = useQuery({ queryKey: ['installation-health'], queryFn: load, refetchInterval: REFETCH_MS });
  return (
    <QueryView query={health}>
      {(found) => (
        <Stack gap="xl">
          <Overview health={found} />
          <Queues queues={found.queues} />
          <Pools pools={found.process.pools} />
          <Backups backups={found.backups} />
        </Stack>
      )}
    </QueryView>
  );
}

const PAGES = { ready: 'Ready', building: 'Being built', failed: 'Could not be built' } as const;

function Overview({ health: { process, database, disk, mail } }: { health: InstallationHealth }) {
  const usedPercent = disk && disk.totalBytes > 0 ? (1 - disk.freeBytes / disk.totalBytes) * 100 : 0;
  return (
    <Section
      title="Installation"
      lead="These figures describe the server process that responded. They are refreshed every 30 seconds."
    >
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
        <Fact label="Server" value={`Portico ${process.version}`} state={{ tone: 'good', text: 'Running' }}>
          Started {formatAgo(process.startedDate)}, {formatBytes(process.memoryBytes)} of memory
        </Fact>
        <Fact label="Database" value={formatBytes(database.sizeBytes)} state={{ tone: 'good', text: 'Responds' }}>
          PostgreSQL {database.version}, {formatNumber(database.connections)} connections of all programs
        </Fact>
        <Fact
          label="Disk of the data folder"
          value={disk ? `${formatBytes(disk.freeBytes)} free` : 'Not available'}
          state={usedPercent > 90 ? { tone: 'bad', text: 'Nearly full' } : null}
        >
          {disk && <ProgressBar label="Used part of the disk" percent={usedPercent} isStill />}
        </Fact>
        <Fact
          label="Mails of the last 24 hours"
          value={`${formatNumber(mail.acceptedCount)} sent`}
          state={mail.failedCount > 0 ? { tone: 'bad', text: `${formatNumber(mail.failedCount)} failed` } : null}
        >
          {mail.hasServer ? 'A mail server is set for all sites.' : 'Only sites with their own mail server send mails.'}
        </Fact>
        <Fact
          label="Pages"
          value={PAGES[process.pages]}
          state={process.pages === 'failed' ? { tone: 'bad', text: 'See the log' } : null}
        >
          Dashboard, site and documentation of this version
        </Fact>
      </SimpleGrid>
    </Section>
  );
}

const Queues = ({ queues }: { queues: InstallationHealth['queues'] }) => (
  <Section
    title="Queues"
    lead="Waiting work of all sites. If the oldest entry of a queue keeps aging, the queue is not being processed."
  >
    <ListTable
      label="Waiting work"
      rows={queues}
      rowId={({ queue }) => queue}
      columns={[
        { header: 'Queue', cell: ({ queue }) => QUEUE_NAMES[queue] ?? queue },
        { header: 'Waiting', cell: ({ rows }) => formatNumber(rows), isNumeric: true },
        { header: 'Oldest due', cell: ({ oldestDueSeconds }) => formatAge(oldestDueSeconds), isNumeric: true },
        {
          header: 'State',
          cell: ({ oldestDueSeconds }) => {
            const { tone, text } = queueState(oldestDueSeconds);
            return <StatusBadge tone={tone}>{text}</StatusBadge>;
          },
        },
      ]}
    />
  </Section>
);

const Pools = ({ pools }: { pools: InstallationHealth['process']['pools'] }) => (
  <Section title="Database connections" lead="Calls wait if all connections of their pool are in use.">
    <Stack gap="md">
      {pools.map(({ pool, active, maxConnections, waiting }) => (
        <div key={pool}>
          <Text size="sm" mb={4}>
            {POOL_TEXTS[pool] ?? pool}: {formatNumber(active)} of {formatNumber(maxConnections)} in use
            {waiting > 0 && `, ${formatNumber(waiting)} calls wait`}
          </Text>
          <ProgressBar
            label={`Connections in use: ${POOL_TEXTS[pool] ?? pool}`}
            percent={(active / Math.max(maxConnections, 1)) * 100}
            isStill
          />
        </div>
      ))}
    </Stack>
  </Section>
);

const Backups = ({ backups }: { backups: InstallationHealth['backups'] }) => (
  <Section title="Backups" lead="The last run of each kind of scheduled backup.">
    {backups.length === 0 ? (
      <Text size="sm">
        No scheduled backup has run. The page Backups of the documentation says how to schedule one.
      </Text>
    ) : (
      <ListTable
        label="Last backups"
        rows={backups}
        rowId={({ kind }) => kind}
        columns={[
          { header: 'Backup', cell: ({ kind }) => BACKUP_KINDS[kind] ?? kind },
          { header: 'Started', cell: ({ startedDate }) => formatAgo(startedDate) },
          {
            header: 'Size',
            cell: ({ sizeBytes }) => (sizeBytes === null ? '–' : formatBytes(sizeBytes)),
            isNumeric: true,
          },
          {
            header: 'State',
            cell: (run) => {
              const { tone, text } = backupState(run);
              return (
                <>
                  <StatusBadge tone={tone}>{text}</StatusBadge>
                  {run.failure && (
                    <Text size="xs" mt={4} style={{ overflowWrap: 'anywhere' }}>
                      {run.failure}
                    </Text>
                  )}
                </>
              );
            },
          },
        ]}
      />
    )}
  </Section>
);
