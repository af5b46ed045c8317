import { type Site, useSignedIn } from './session.ts';

type Role = NonNullable<Site['role']>;

const EDITORS: readonly Role[] = ['owner', 'admin', 'editor'];
const MANAGERS: readonly Role[] = ['owner', 'admin'];

/**
 * What the screens offer. It only hides buttons that would fail: the server decides by its own table of rights.
 */
export function useRights(): { mayEdit: boolean; mayManage: boolean } {
  const { role } = useSignedIn().site;
  return {
    mayEdit: role !== undefined && EDITORS.includes(role),
    mayManage: role !== undefined && MANAGERS.includes(role),
  };
}
