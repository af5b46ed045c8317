import { AppShell, Burger, Group, ScrollArea, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense, useEffect } from 'react';
import { Navigate, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { ErrorState } from '../ui/ErrorState.tsx';
import { ColorSchemeSwitch } from './ColorSchemeSwitch.tsx';
import { Logo } from './Logo.tsx';
import { Navigation } from './Navigation.tsx';
import { NoSite } from './NoSite.tsx';
import { useNotificationsNeeded } from './notify.ts';
import classes from './Shell.module.css';
import { SiteSwitcher } from './SiteSwitcher.tsx';
import { Splash } from './Splash.tsx';
import { type SignedInSession, useSession } from './session.ts';
import { UserMenu } from './UserMenu.tsx';

const Messages = lazy(async () => ({ default: (await import('./notifications.tsx')).Messages }));

/** The layout for signed-in users: header, navigation and the current screen. */
export function Shell() {
  const { data: session, error, refetch } = useSession();
  const { pathname, search, hash } = useLocation();
  if (error && !session) {
    return (
      <main className={classes.alone}>
        <Title order={1} mb="md">
          The dashboard cannot be shown
        </Title>
        <ErrorState error={error} retry={() => refetch()} />
      </main>
    );
  }
  if (!session) return <Splash />;
  if (!session.user) {
    if (session.setupNeeded) return <Navigate to="/set-up" replace />;
    return <Navigate to={`/sign-in?next=${encodeURIComponent(pathname + search + hash)}`} replace />;
  }
  if (!session.site) return <NoSite user={session.user} />;
  return <Frame session={session} key={`${session.site.siteId} ${session.site.timeZone}`} />;
}

function Frame({ session }: { session: SignedInSession }) {
  const [opened, { toggle, close }] = useDisclosure(false);
  const { pathname } = useLocation();
  const hasMessages = useNotificationsNeeded();
  const isLoading = useNavigation().state !== 'idle';
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the menu of a phone
  useEffect(close, [pathname]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 236, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', sm: 'xl' }}
      layout="alt"
    >
      <a className="portico-skip" href="#content">
        Skip to content
      </a>
      <AppShell.Header className={classes.header}>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger
              opened={opened}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label="Menu"
              aria-expanded={opened}
            />
            <SiteSwitcher session={session} />
          </Group>
          <Group gap={4} wrap="nowrap">
            <ColorSchemeSwitch />
            <UserMenu user={session.user} />
          </Group>
        </Group>
        {isLoading && <div className={classes.progress} aria-hidden />}
      </AppShell.Header>
      <AppShell.Navbar className={classes.sidebar} aria-label="Main">
        <Group h={56} px="md" gap="xs" wrap="nowrap" justify="space-between">
          <Group gap="xs" wrap="nowrap">
            <Logo size={26} />
            <Text fw={700} className={classes.name}>
              Portico
            </Text>
          </Group>
          <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Close menu" />
        </Group>
        <ScrollArea flex={1}>
          <Navigation />
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
        <div className={classes.content}>
          <Outlet />
        </div>
      </AppShell.Main>
      {hasMessages && (
        <Suspense>
          <Messages />
        </Suspense>
      )}
      <ScrollRestoration />
    </AppShell>
  );
}
