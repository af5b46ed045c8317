/** The call that reads the log of administrative actions. */
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { DateTime, Guid, Paging } from '../shared.ts';

export const auditCalls = {
  listAudit: endpoint({
    id: 'sites.audit.list',
    slice: 'sites',
    access: 'site:manage',
    method: 'GET',
    path: '/portico/v1/audit',
    summary: 'List administrative actions on the current site, newest first',
    query: Type.Object({ paging: Type.Optional(Paging) }),
    response: Type.Object({
      entries: Type.Array(
        Type.Object({
          id: Guid,
          at: DateTime,
          actorKind: Type.String(),
          actorId: Type.String(),
          action: Type.String(),
          target: Type.String(),
          before: Type.Unknown(),
          after: Type.Unknown(),
        }),
      ),
    }),
    errors: [],
  }),
};
