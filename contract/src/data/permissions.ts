/**
 * The permissions service (data contract section 7.3), which expresses the permissions of a collection as access
 * levels.
 */
import { accessLevels, type ErrorCode } from '@portico/domain';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Empty } from '../shared.ts';
import { CollectionId } from './shared.ts';

/** Special permissions give a single user more rights. A collection has them for at most this many users. */
export const MAX_SPECIAL_PERMISSIONS = 1_000;

const Level = Type.Enum(accessLevels);
const Grant = Type.Enum(['ALLOWED', 'UNSPECIFIED'] as const);

const SpecialPermissionsInput = Type.Object({
  userId: Type.String({ minLength: 1, maxLength: 100 }),
  itemRead: Type.Optional(Grant),
  itemInsert: Type.Optional(Grant),
  itemUpdate: Type.Optional(Grant),
  itemRemove: Type.Optional(Grant),
});
/** Changes the grants of one user. A change cannot assign them to another user. Omitted grants become UNSPECIFIED. */
const SpecialPermissionsChange = Type.Object({
  ...SpecialPermissionsInput.properties,
  userId: Type.Optional(Type.String({ maxLength: 100 })),
});
const SpecialPermissions = Type.Object({ id: Type.String(), ...SpecialPermissionsInput.properties });

const DataPermissions = Type.Object(
  {
    id: CollectionId,
    itemRead: Type.Optional(Level),
    itemInsert: Type.Optional(Level),
    itemUpdate: Type.Optional(Level),
    itemRemove: Type.Optional(Level),
    /** Read-only. Special permissions are changed by separate calls. */
    specialPermissions: Type.Optional(Type.Array(SpecialPermissions, { maxItems: MAX_SPECIAL_PERMISSIONS })),
  },
  { title: 'DataPermissions', description: 'The permissions for the items of a collection.' },
);

const collectionParameter = Type.Object({ dataCollectionId: CollectionId });
const specialPermissionsParameter = Type.Object({
  specialPermissionsId: Type.String({ minLength: 1, maxLength: 100 }),
});
const errors = ['WDE0025', 'WDE0026', 'WDE0027', 'WDE0028', 'WDE0144', 'NOT_FOUND'] as const satisfies ErrorCode[];

export const permissionsEndpoints = {
  getPermissions: endpoint({
    id: 'data.permissions.get',
    slice: 'data',
    access: 'collections:read',
    method: 'GET',
    path: '/v1/permissions',
    summary: 'Get the access levels of a collection',
    query: collectionParameter,
    response: Type.Object({ dataPermissions: DataPermissions }),
    errors,
  }),
  updatePermissions: endpoint({
    id: 'data.permissions.update',
    slice: 'data',
    access: 'collections:manage',
    method: 'POST',
    path: '/v1/permissions',
    summary: 'Change the access levels of a collection',
    body: Type.Object({ dataPermissions: DataPermissions }),
    response: Type.Object({ dataPermissions: DataPermissions }),
    errors,
  }),
  getCurrentPermissions: endpoint({
    id: 'data.permissions.current',
    slice: 'data',
    access: 'token',
    method: 'GET',
    path: '/v1/permissions/current',
    summary: "Get the caller's permissions in a collection",
    query: collectionParameter,
    response: Type.Object({
      itemRead: Type.Boolean(),
      itemInsert: Type.Boolean(),
      itemUpdate: Type.Boolean(),
      itemRemove: Type.Boolean(),
    }),
    errors,
  }),
  createSpecialPermissions: endpoint({
    id: 'data.permissions.createSpecial',
    slice: 'data',
    access: 'collections:manage',
    method: 'POST',
    path: '/v1/permissions/special',
    summary: 'Grant one user special permissions in a collection',
    body: Type.Object({ dataCollectionId: CollectionId, specialPermissions: SpecialPermissionsInput }),
    response: Type.Object({ specialPermissions: SpecialPermissions }),
    errors: [...errors, 'WDE0080', 'ALREADY_EXISTS'],
  }),
  updateSpecialPermissions: endpoint({
    id: 'data.permissions.updateSpecial',
    slice: 'data',
    access: 'collections:manage',
    method: 'POST',
    path: '/v1/permissions/special/{specialPermissionsId}',
    summary: 'Change the special permissions of a user',
    query: specialPermissionsParameter,
    body: Type.Object({ dataCollectionId: Type.Optional(CollectionId), specialPermissions: SpecialPermissionsChange }),
    response: Type.Object({ specialPermissions: SpecialPermissions }),
    errors,
  }),
  deleteSpecialPermissions: endpoint({
    id: 'data.permissions.deleteSpecial',
    slice: 'data',
    access: 'collections:manage',
    method: 'DELETE',
    path: '/v1/permissions/special/{specialPermissionsId}',
    summary: 'Revoke the special permissions of a user',
    query: Type.Object({ ...specialPermissionsParameter.properties, dataCollectionId: Type.Optional(CollectionId) }),
    response: Empty,
    errors,
  }),
};
