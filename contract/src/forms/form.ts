/**
 * The form object (forms contract section 4 and appendix A). The vendor's format has two generations, and a form
 * contains both: `formFields` and `formRules` are the current one, `fields` and `rules` the earlier one.
 */
import {
  formLimits,
  requiredIndicatorPlacements,
  requiredIndicators,
  spamFilterProtectionLevels,
  submitSuccessActions,
} from '@portico/domain';
import Type from 'typebox';
import { DateTime } from '../shared.ts';
import { Field, FormField } from './field.ts';
import {
  CursorMetadata,
  EntityId,
  ExtendedFields,
  Json,
  open,
  optional,
  Revision,
  RichContent,
  stringEnum,
  Tags,
} from './parts.ts';

const Name = Type.String({ maxLength: formLimits.nameLength });

const Breakpoint = open({
  /**
   * `{fieldId, row, column, width, height}` or `{group: {groupId, items}}`. The vendor's viewer does not render
   * an entry without a height.
   */
  items: Type.Optional(Type.Array(Json, { maxItems: 500 })),
  columns: Type.Optional(Type.Number()),
  rowHeight: Type.Optional(Type.Number()),
});

const Step = Type.Object({
  id: Type.Optional(EntityId),
  name: Type.Optional(Name),
  hidden: Type.Optional(Type.Boolean()),
  layout: Type.Optional(
    Type.Object({
      large: Type.Optional(Breakpoint),
      medium: Type.Optional(Breakpoint),
      small: Type.Optional(Breakpoint),
    }),
  ),
});

/** A rule of the current generation (section 6). Its expression is checked when the form is saved. */
const Rule = Type.Object({
  id: Type.Optional(EntityId),
  name: Type.Optional(Name),
  namespaceRule: Type.Optional(Type.Boolean()),
  expression: Type.Optional(Json),
  overrides: Type.Optional(Type.Array(Json, { maxItems: formLimits.overrides })),
});

/** A rule of the earlier generation. Its conditions refer to fields by id, and its operators are in camel case. */
const FormRule = Type.Object({
  id: Type.Optional(EntityId),
  name: Type.Optional(Name),
  namespaceRule: Type.Optional(Type.Boolean()),
  condition: Type.Optional(Json),
  overrides: Type.Optional(Type.Array(Json, { maxItems: formLimits.overrides })),
});

const SubmitSettings = open({
  submitSuccessAction: Type.Optional(stringEnum(submitSuccessActions)),
  thankYouMessageOptions: Type.Optional(
    open({ durationInSeconds: Type.Optional(Type.Number()), richContent: Type.Optional(RichContent) }),
  ),
  redirectOptions: Type.Optional(
    open({
      redirectUrl: Type.Optional(Type.String({ maxLength: 2000 })),
      target: Type.Optional(stringEnum(['SELF', 'BLANK'])),
    }),
  ),
  popupOptions: Type.Optional(open({ popupId: Type.Optional(Type.String({ maxLength: 100 })) })),
});

const closed = { additionalProperties: false } as const;

/**
 * Scheme, host and port as browsers send them in the Origin header: lower case, without a path or a default port. Threat:
 * the text becomes part of a content security policy, so it must not contain spaces, semicolons or wildcards.
 */
const Origin = Type.String({ maxLength: 300, pattern: '^https?://([a-z0-9.-]+|\\[[0-9a-f:.]+\\])(:[0-9]{1,5})?$' });

/**
 * The owner's settings for the submissions of one form. They exist only in Portico, so unknown keys are
 * rejected as mistakes. Visitors see `captchaRequired` and `allowedOrigins` only.
 */
const SubmissionPolicy = Type.Object(
  {
    /** New submissions are PENDING until they are confirmed. */
    startsPending: Type.Optional(Type.Boolean()),
    /** Submissions and their files are deleted permanently after this number of days. */
    deleteAfterDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })),
    captchaRequired: Type.Optional(Type.Boolean()),
    /** Who receives a mail about each submission. The default of `owners` is the setting of the site. */
    notify: Type.Optional(
      Type.Object(
        {
          owners: Type.Optional(Type.Boolean()),
          addresses: Type.Optional(
            Type.Array(Type.String({ maxLength: 254, pattern: '^[^\\s<>",;@]+@[^\\s<>",;@]+$' }), { maxItems: 10 }),
          ),
        },
        closed,
      ),
    ),
    filesQuotaMb: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_048_576 })),
    /**
     * Origins of the websites, besides the site itself, that may show the form. Pages of these origins may also show it
     * in a frame. If the list is empty, any page may embed the form by script, and no page may show it in a frame.
     */
    allowedOrigins: Type.Optional(Type.Array(Origin, { maxItems: 50, uniqueItems: true })),
  },
  closed,
);

const writableFields = {
  namespace: Type.Optional(Type.String()),
  name: Type.Optional(Name),
  // The schema allows more fields than a form may have, so that saving the form fails with FORM_FIELDS_COUNT_EXCEEDED.
  formFields: Type.Optional(Type.Array(Field, { maxItems: 2 * formLimits.fields })),
  fields: Type.Optional(Type.Array(FormField, { maxItems: 2 * formLimits.fields })),
  steps: Type.Optional(Type.Array(Step, { maxItems: formLimits.steps })),
  formRules: Type.Optional(Type.Array(Rule, { maxItems: formLimits.rules })),
  rules: Type.Optional(Type.Array(FormRule, { maxItems: formLimits.rules })),
  enabled: Type.Optional(Type.Boolean()),
  disabledFormMessage: Type.Optional(RichContent),
  limitationRule: Type.Optional(
    Type.Object({
      maxAllowedSubmissions: Type.Optional(Type.Integer({ minimum: 0 })),
      dateTimeDeadline: Type.Optional(DateTime),
      submissionLimitPerUser: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
  ),
  spamFilterProtectionLevel: Type.Optional(stringEnum(spamFilterProtectionLevels)),
  requiredIndicatorProperties: Type.Optional(
    Type.Object({
      requiredIndicator: Type.Optional(stringEnum(['UNKNOWN_INDICATOR', ...requiredIndicators])),
      requiredIndicatorPlacement: Type.Optional(stringEnum(['UNKNOWN_PLACEMENT', ...requiredIndicatorPlacements])),
    }),
  ),
  submitSettings: Type.Optional(SubmitSettings),
  tags: Type.Optional(Tags),
  quizSettings: Type.Optional(Json),
  autoFillContact: optional.text,
  submissionAccess: optional.text,
  submissionPolicy: Type.Optional(SubmissionPolicy),
  extendedFields: Type.Optional(ExtendedFields),
  properties: Type.Optional(Type.Object({ name: Type.Optional(Name), disabled: Type.Optional(Type.Boolean()) })),
  /** REGULAR, or EXTENSION of the form `sourceFormId`. Cannot be changed after the form is created. */
  kind: optional.text,
  sourceFormId: Type.Optional(EntityId),
  nestedForms: Type.Optional(Type.Array(Json, { maxItems: 100 })),
  postSubmissionTriggers: Type.Optional(Json),
  fieldGroups: Type.Optional(Type.Array(Json, { maxItems: 500 })),
};

/**
 * The properties of a form that a caller may write. `formFields` and `fields` are two representations of the same list;
 * if both are present, `formFields` applies.
 */
export const FormInput = Type.Object(
  { ...writableFields, id: Type.Optional(EntityId) },
  {
    title: 'FormInput',
    description: 'A form to create or update. If both are present, `formFields` takes precedence over `fields`.',
  },
);

/** A partial update: only the properties in the request change. `revision` prevents overwriting a concurrent change. */
export const FormChange = Type.Object(
  { ...writableFields, id: Type.Optional(EntityId), revision: Revision },
  {
    title: 'FormChange',
    description: 'Changes to a form. `revision` prevents overwriting another person’s change.',
  },
);

/** A form in a response, with both generations of fields and rules. */
export const Form = Type.Object(
  {
    ...writableFields,
    id: EntityId,
    namespace: Type.String(),
    formFields: Type.Array(Field),
    fields: Type.Array(FormField),
    deletedFormFields: Type.Array(Field),
    deletedFields: Type.Array(FormField),
    formRules: Type.Array(Rule),
    rules: Type.Array(FormRule),
    steps: Type.Array(Step),
    enabled: Type.Boolean(),
    revision: Revision,
    createdDate: DateTime,
    updatedDate: DateTime,
    mediaFolderId: optional.text,
  },
  { title: 'Form', description: 'A form with its fields, rules and steps in both generations.' },
);

/** The namespace of the vendor's product that a form belongs to, such as `wix.form_app.form`. */
export const Namespace = Type.String({ minLength: 10, maxLength: 50 });
export const byFormId = Type.Object({ formId: EntityId });
export const formResponse = Type.Object({ form: Form });
export const formPage = Type.Object({ forms: Type.Array(Form), metadata: CursorMetadata });
