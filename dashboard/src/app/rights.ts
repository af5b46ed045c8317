import { type Site, useSignedIn } from './session.ts';

type Role = NonNullable<Site['role']>;

const EDITORS: readonly Role[] = ['owner', 'admin', 'editor'];
const MANAGERS: readonly Role[] = ['owner', 'admin'];

/** Returns the user's rights on the current site, so that screens can hide buttons. The server checks every call. */
export function useRights(): { mayEdit: boolean; mayManage: boolean } {
  const { role } = useSignedIn().site;
  return {
    mayEdit: role !== undefined && EDITORS.includes(role),
    mayManage: role !== undefined && MANAGERS.includes(role),
  };
}
