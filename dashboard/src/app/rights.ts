import { type Site, useSignedIn } from './session.ts';

type Role = NonNullable<Site['role']>;

const EDITORS: readonly Role[] = ['owner', 'admin', 'editor'];
const MANAGERS: readonly Role[] = ['owner', 'admin'];

/** Returns what the user may do on the current site, to hide buttons that would fail. The server checks every call. */
export function useRights(): { mayEdit: boolean; mayManage: boolean } {
  const { role } = useSignedIn().site;
  return {
    mayEdit: role !== undefined && EDITORS.includes(role),
    mayManage: role !== undefined && MANAGERS.includes(role),
  };
}
