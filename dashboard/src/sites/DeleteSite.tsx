import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { admin } from '../app/client.ts';
import { notifyUndo } from '../app/notify.ts';
import { refreshSites, type Site } from '../app/session.ts';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import { Section } from '../ui/Section.tsx';
import { restoreSite } from './restore-site.ts';

/** Deletes the current site after the owner has typed its name. It can be restored for 30 days. */
export function DeleteSite({ site }: { site: Site }) {
  const navigate = useNavigate();
  const [isAsking, { open, close }] = useDisclosure(false);
  const remove = useMutation({
    mutationFn: () => admin.call('sites.sites.delete'),
    onSuccess: async () => {
      close();
      // Switches to another site first, because the next screen makes its calls for the current site.
      await refreshSites();
      await navigate('/sites');
      notifyUndo(`The site “${site.name}” is deleted.`, () => restoreSite(site));
    },
  });
  if (site.isFirst) {
    return (
      <Section title="Delete the site">
        <Text size="sm" c="dimmed">
          This is the main site of the installation, so it cannot be deleted. You can delete the other sites.
        </Text>
      </Section>
    );
  }
  return (
    <Section
      title="Delete the site"
      lead="Its pages, members and content are hidden at once. You have 30 days to restore it."
    >
      <Button color="red" variant="outline" style={{ alignSelf: 'flex-start' }} onClick={open}>
        Delete site
      </Button>
      <ConfirmModal
        opened={isAsking}
        onClose={close}
        title="Delete this site?"
        action="Delete site"
        typeToConfirm={site.name}
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
      >
        <Text size="sm">
          Visitors of {site.url} will see an error page, members cannot sign in, and API keys stop working. After 30
          days the site can no longer be restored.
        </Text>
      </ConfirmModal>
    </Section>
  );
}
