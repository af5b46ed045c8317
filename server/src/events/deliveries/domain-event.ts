/** Converts events to the vendor's format, the domain event (forms contract section 9). */
import { type EventKind, type EventType, eventKinds, WEBHOOK_TESTED } from '@portico/domain';

/** The stored part of an event. Its `id` is the id of the delivery, which receivers use to detect duplicates. */
export interface DomainEvent {
  readonly entityFqdn: string;
  /** The action on the entity, such as `created`. */
  readonly slug: string;
  readonly entityId: string;
  readonly eventTime: string;
  readonly triggeredByAnonymizeRequest: boolean;
  readonly originatedFrom: string;
  /** Number that orders the events of one entity: a later event has a greater number. */
  readonly entityEventSequence: string;
  readonly createdEvent?: object;
  readonly updatedEvent?: object;
  readonly deletedEvent?: object;
  readonly actionEvent?: { readonly body: unknown };
}

export interface OutboxEvent {
  readonly type: string;
  readonly entityId: string;
  readonly payload: unknown;
  readonly occurredAt: Date;
  readonly sequence: string;
}

export function toDomainEvent({ type, entityId, payload, occurredAt, sequence }: OutboxEvent): DomainEvent {
  const name = type.slice(type.lastIndexOf('.') + 1);
  const entity = name.slice(0, name.indexOf('_'));
  return {
    entityFqdn: `${type.slice(0, type.lastIndexOf('.'))}.${entity}`,
    slug: name.slice(entity.length + 1),
    entityId,
    eventTime: occurredAt.toISOString(),
    triggeredByAnonymizeRequest: false,
    originatedFrom: '',
    entityEventSequence: sequence,
    ...wrapPayload(type as EventType, payload),
  };
}

function wrapPayload(
  type: EventType | typeof WEBHOOK_TESTED,
  payload: unknown,
): Pick<DomainEvent, `${EventKind}Event`> {
  switch (type) {
    // Internal events about members contain only the member and, after a deletion, what to do with the member's data.
    case 'wix.members.v1.member_created':
      return { createdEvent: { entity: payload } };
    case 'wix.members.v1.member_updated':
      return { updatedEvent: { currentEntity: payload } };
    case 'wix.members.v1.member_deleted':
      return { deletedEvent: {} };
    case WEBHOOK_TESTED:
      return { actionEvent: { body: payload } };
  }
  switch (eventKinds[type]) {
    case 'created':
      return { createdEvent: payload as object };
    case 'updated':
      return { updatedEvent: withValues(payload as UpdatedEntityPayload) };
    case 'deleted':
      return { deletedEvent: payload as object };
    case 'action':
      return { actionEvent: { body: payload } };
  }
}

interface UpdatedEntityPayload {
  readonly currentEntity: Readonly<Record<string, unknown>>;
  readonly modifiedFields?: readonly string[];
}

/** The vendor's clients expect the changed fields with their values, by name. */
function withValues({ currentEntity, modifiedFields }: UpdatedEntityPayload): object {
  if (!modifiedFields) return { currentEntity };
  return {
    currentEntity,
    modifiedFields: Object.fromEntries(modifiedFields.map((name) => [name, currentEntity[name] ?? null])),
  };
}
