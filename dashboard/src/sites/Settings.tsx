import { NativeSelect, NavLink, Title } from '@mantine/core';
import { Link, Outlet, useLocation, useNavigate } from 'react-router';
import { useRights } from '../app/rights.ts';
import { useSignedIn } from '../app/session.ts';
import { Page } from '../ui/Page.tsx';
import { useIsPhone } from '../ui/use-is-phone.ts';
import classes from './Settings.module.css';

interface SettingsPart {
  readonly path: string;
  readonly label: string;
}

interface SettingsGroup {
  readonly title: string;
  readonly parts: readonly SettingsPart[];
}

const groups: readonly SettingsGroup[] = [
  {
    title: 'Site',
    parts: [
      { path: '/settings', label: 'General' },
      { path: '/settings/appearance', label: 'Appearance' },
      { path: '/settings/audit', label: 'Audit log' },
    ],
  },
  {
    title: 'People',
    parts: [
      { path: '/settings/sign-in', label: 'Sign-in' },
      { path: '/settings/member-fields', label: 'Member fields' },
    ],
  },
  {
    title: 'Messages',
    parts: [
      { path: '/settings/mail', label: 'Mail' },
      { path: '/settings/forms', label: 'Forms' },
    ],
  },
  {
    title: 'Developers',
    parts: [
      { path: '/settings/connect', label: 'Connect your site' },
      { path: '/settings/apps', label: 'OAuth apps' },
      { path: '/settings/keys', label: 'API keys' },
      { path: '/settings/webhooks', label: 'Webhooks' },
    ],
  },
];

/** Shown to owners of the first site, who run the installation. */
const installation: SettingsGroup = {
  title: 'Installation',
  parts: [{ path: '/settings/health', label: 'Health' }],
};

/** The settings of the site, with a grouped navigation. */
export function Settings() {
  const { pathname } = useLocation();
  const { mayManage } = useRights();
  const isPhone = useIsPhone();
  const { site } = useSignedIn();
  const shownGroups = site.isFirst && site.role === 'owner' ? [...groups, installation] : groups;
  const current = partOf(shownGroups, pathname);
  if (!mayManage) {
    return (
      <Page title="Settings">
        <p>Only owners and admins can see the settings of a site. Ask one of them.</p>
      </Page>
    );
  }
  return (
    <Page title="Settings">
      <div className={classes.columns}>
        {isPhone ? (
          <PartSelect groups={shownGroups} here={current} />
        ) : (
          <PartLinks groups={shownGroups} here={current} />
        )}
        <div className={classes.part}>
          <Outlet />
        </div>
      </div>
    </Page>
  );
}

/** Returns the settings page of a path. The default is the general page, whose path is a prefix of all others. */
function partOf(groups: readonly SettingsGroup[], pathname: string): string {
  const paths = groups.flatMap(({ parts }) => parts.map(({ path }) => path));
  const isPrefix = (path: string) => path !== '/settings' && (pathname === path || pathname.startsWith(`${path}/`));
  return paths.find(isPrefix) ?? '/settings';
}

interface PartsProps {
  groups: readonly SettingsGroup[];
  here: string;
}

const PartLinks = ({ groups, here }: PartsProps) => (
  <nav className={classes.navigation} aria-label="Settings">
    {groups.map(({ title, parts }) => (
      <section key={title}>
        <Title order={2} className={classes.group}>
          {title}
        </Title>
        {parts.map(({ path, label }) => (
          <NavLink
            key={path}
            component={Link}
            to={path}
            label={label}
            active={path === here}
            aria-current={path === here ? 'page' : undefined}
            className={classes.link}
          />
        ))}
      </section>
    ))}
  </nav>
);

function PartSelect({ groups, here }: PartsProps) {
  const navigate = useNavigate();
  return (
    <NativeSelect
      aria-label="Settings"
      value={here}
      onChange={({ currentTarget: { value } }) => navigate(value)}
      data={groups.map(({ title, parts }) => ({
        group: title,
        items: parts.map(({ path, label }) => ({ value: path, label })),
      }))}
    />
  );
}
