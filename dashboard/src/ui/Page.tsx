import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useNavigationType } from 'react-router';

interface PageProps {
  title: string;
  description?: ReactNode;
  /** buttons on the right of the title */
  actions?: ReactNode;
  back?: { to: string; label: string };
  children: ReactNode;
}

/** The frame of a screen: its title (also the tab's), its main actions and its content. */
export function Page({ title, description, actions, back, children }: PageProps) {
  useDocumentTitle(`${title} · Portico`);
  const heading = useFocusAfterNavigation();
  return (
    <Stack gap="lg">
      <div>
        {back && (
          <Anchor component={Link} to={back.to} size="sm" mb={6} display="inline-flex" style={{ alignItems: 'center' }}>
            <IconArrowLeft size={15} aria-hidden style={{ marginInlineEnd: 4 }} />
            {back.label}
          </Anchor>
        )}
        <Group justify="space-between" align="flex-start" gap="sm">
          <div style={{ minWidth: 0 }}>
            <Title order={1} ref={heading} tabIndex={-1} style={{ overflowWrap: 'anywhere' }}>
              {title}
            </Title>
            {description && (
              <Text c="dimmed" size="sm" mt={4} component="div" maw={680}>
                {description}
              </Text>
            )}
          </div>
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
      </div>
      {children}
    </Stack>
  );
}

/** After following a link, the heading of the new screen takes the focus; on the first load the page's start keeps it. */
function useFocusAfterNavigation() {
  const heading = useRef<HTMLHeadingElement>(null);
  const navigationType = useNavigationType();
  const arrivedByLink = useRef(navigationType !== 'POP');
  useEffect(() => {
    if (arrivedByLink.current) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
