/** A submission (forms contract section 2.1) and its validation errors (section 5). */
import { submissionStatuses, validationErrorTypes } from '@portico/domain';
import Type from 'typebox';
import { DateTime, Guid } from '../shared.ts';
import { EntityId, ExtendedFields, Json, optional, Revision, stringEnum, Tags } from './parts.ts';

export const SubmissionStatus = stringEnum(submissionStatuses);

/** Maps the target of each field to its value. The kind of the field determines the value's type (section 5.2). */
export const Values = Type.Record(Type.String(), Type.Unknown());

/** The submitter is derived from the caller's token and never from the body, so nobody can submit as another person. */
const Submitter = Type.Object({
  memberId: optional.text,
  visitorId: optional.text,
  applicationId: optional.text,
  userId: optional.text,
});

const OrderDetails = Type.Object({
  orderId: optional.text,
  number: optional.text,
  currency: optional.text,
  itemSubtotal: optional.text,
  checkoutId: optional.text,
});

const AppointmentDetails = Type.Object({
  staffMemberId: optional.text,
  staffMemberName: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
});

/** The properties of a submission that a caller may write. Read-only properties are accepted and ignored. */
export const SubmissionInput = Type.Object(
  {
    formId: EntityId,
    submissions: Type.Optional(Values),
    status: Type.Optional(stringEnum(['UNKNOWN_SUBMISSION_STATUS', ...submissionStatuses])),
    extendedFields: Type.Optional(ExtendedFields),
    tags: Type.Optional(Tags),
    appointmentDetails: Type.Optional(AppointmentDetails),
  },
  {
    title: 'SubmissionInput',
    description: 'A submission to write. `submissions` holds the value of each field by its target.',
    examples: [
      {
        formId: '7f3d1c9a-52e4-4b0e-9a66-2f1f5d0c8e11',
        submissions: { email: 'ada@example.org', message: 'When is the next rehearsal?' },
      },
    ],
  },
);

export const SubmissionChange = Type.Object(
  {
    formId: EntityId,
    revision: Revision,
    submissions: Type.Optional(Values),
    status: Type.Optional(SubmissionStatus),
    seen: Type.Optional(Type.Boolean()),
    extendedFields: Type.Optional(ExtendedFields),
    tags: Type.Optional(Tags),
  },
  {
    title: 'SubmissionChange',
    description: 'Changes to a submission. `revision` prevents overwriting another person’s change.',
    examples: [{ formId: '7f3d1c9a-52e4-4b0e-9a66-2f1f5d0c8e11', revision: '1', seen: true }],
  },
);

export const Submission = Type.Object(
  {
    id: Guid,
    formId: EntityId,
    namespace: Type.String(),
    status: SubmissionStatus,
    submissions: Values,
    createdDate: DateTime,
    updatedDate: DateTime,
    revision: Revision,
    submitter: Submitter,
    seen: Type.Boolean(),
    extendedFields: Type.Optional(ExtendedFields),
    tags: Type.Optional(Tags),
    orderDetails: Type.Optional(OrderDetails),
    contactId: Type.Optional(Guid),
    accessRestriction: optional.text,
    appointmentDetails: Type.Optional(AppointmentDetails),
    childMetaSiteId: optional.text,
  },
  { title: 'Submission', description: 'The values that a visitor submitted with a form, and their status.' },
);

export const ValidationError = Type.Object(
  {
    errorPath: Type.String(),
    errorType: stringEnum(validationErrorTypes),
    errorMessage: Type.String(),
    params: Type.Optional(Json),
    useCustomErrorMessage: Type.Optional(Type.Boolean()),
    customErrorMessage: optional.text,
  },
  { title: 'SubmissionValidationError', description: 'An error of one value of a submission.' },
);

/** An entry in the response of the validate call (section 5.4). */
export const SubmissionViolation = Type.Object(
  {
    name: Type.String(),
    description: Type.String(),
    ruleName: Type.String(),
    submissionValidationErrors: Type.Object({ errors: Type.Array(ValidationError) }),
  },
  { title: 'SubmissionViolation', description: 'An entry in the response of the validate call.' },
);
