import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { notifyFailure } from '../../app/notify.ts';
import { ConfirmModal } from '../../ui/ConfirmModal.tsx';
import { sentenceOf } from '../../ui/ErrorState.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Running } from '../../ui/Running.tsx';
import { type Deed, deeds, type Progress, run, tagging } from './acts.ts';
import type { Tagged } from './tags.ts';

const TagModal = lazy(async () => ({ default: (await import('./TagModal.tsx')).TagModal }));

interface ChosenBarProps {
  chosen: readonly Tagged[];
  /** reads all that the list would show on every page; null where the page shows them all, or not all of it is chosen */
  all: {
    readonly total: number;
    readonly read: (onRead: (count: number) => void) => Promise<readonly Tagged[]>;
  } | null;
  onDone: () => void;
}

/** What can be done with the submissions that are chosen, and how far it has come. */
export function ChosenBar({ chosen, all, onDone }: ChosenBarProps) {
  const [wantsAll, setWantsAll] = useState(false);
  const [asked, setAsked] = useState<'tags' | 'trash' | 'reportSpam' | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const isAll = wantsAll && all !== null;
  const total = isAll ? all.total : chosen.length;
  const work = useMutation({
    mutationFn: async (deedFor: (refs: readonly Tagged[]) => Deed) => {
      const told = (done: number) => setProgress({ doing: 'Reading', done, total });
      const refs = isAll ? await all.read(told) : chosen;
      await run(deedFor(refs), refs, setProgress);
    },
    onSuccess: onDone,
    onError: (error) => notifyFailure(sentenceOf(error)),
    onSettled: () => {
      setProgress(null);
      setWantsAll(false);
    },
  });
  const start = (deedFor: (refs: readonly Tagged[]) => Deed) => {
    setAsked(null);
    work.mutate(deedFor);
  };
  if (progress) return <Running {...progress} />;
  if (chosen.length === 0) return null;
  const isBusy = work.isPending;
  const common = { size: 'xs', variant: 'default', disabled: isBusy } as const;
  return (
    <Group gap="xs" mih={30}>
      <Text size="sm" fw={500} role="status">
        {formatNumber(total)} chosen
      </Text>
      {all && (
        <Button size="xs" variant="subtle" onClick={() => setWantsAll(!isAll)}>
          {isAll ? 'Choose this page alone' : `Choose all ${formatNumber(all.total)}`}
        </Button>
      )}
      <Button {...common} onClick={() => start(() => deeds.see)}>
        Mark as seen
      </Button>
      <Button {...common} onClick={() => setAsked('tags')}>
        Tags
      </Button>
      <Button {...common} onClick={() => (isAll ? setAsked('reportSpam') : start(() => deeds.reportSpam))}>
        Spam
      </Button>
      <Button
        {...common}
        c="var(--mantine-color-error)"
        onClick={() => (isAll ? setAsked('trash') : start(() => deeds.trash))}
      >
        Delete
      </Button>
      {asked === 'tags' && (
        <Suspense>
          <TagModal
            chosen={chosen}
            total={total}
            onClose={() => setAsked(null)}
            onChange={(given, taken) => start((refs) => tagging(refs, given, taken))}
          />
        </Suspense>
      )}
      <ConfirmModal
        opened={asked === 'trash' || asked === 'reportSpam'}
        onClose={() => setAsked(null)}
        title={asked === 'trash' ? 'Delete all these submissions?' : 'Move all these submissions to spam?'}
        action={asked === 'trash' ? `Delete ${formatNumber(total)}` : `Move ${formatNumber(total)}`}
        isPending={isBusy}
        onConfirm={() => start(() => deeds[asked === 'trash' ? 'trash' : 'reportSpam'])}
      >
        <Text size="sm">
          All that fit what is shown now {asked === 'trash' ? 'go to the trash' : 'go to spam'}, on every page. They can
          be taken back from there.
        </Text>
      </ConfirmModal>
    </Group>
  );
}
