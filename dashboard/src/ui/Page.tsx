import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useNavigationType } from 'react-router';

interface PageProps {
  title: string;
  description?: ReactNode;
  /** Buttons on the right of the title. */
  actions?: ReactNode;
  back?: { to: string; label: string };
  children: ReactNode;
}

/** The layout of a screen: title (also of the browser tab), main actions and content. */
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

/** Moves the focus to the heading after navigation by a link, but not on the first page load. */
function useFocusAfterNavigation() {
  const heading = useRef<HTMLHeadingElement>(null);
  const navigationType = useNavigationType();
  const arrivedByLink = useRef(navigationType !== 'POP');
  useEffect(() => {
    if (arrivedByLink.current) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
