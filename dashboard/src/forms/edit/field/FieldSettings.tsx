import { Alert, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { AddressSettings } from './AddressSettings.tsx';
import { AnswerSettings } from './AnswerSettings.tsx';
import { AppearanceSettings } from './AppearanceSettings.tsx';
import { AppointmentSettings } from './AppointmentSettings.tsx';
import { ContactSettings } from './ContactSettings.tsx';
import { DisplaySettings } from './DisplaySettings.tsx';
import { FileSettings } from './FileSettings.tsx';
import { FieldContext } from './field-context.ts';
import { componentOf } from './field-paths.ts';
import { NestedFormSettings } from './NestedFormSettings.tsx';
import { ListSettings, NumberSettings } from './NumberSettings.tsx';
import { OptionRows } from './OptionRows.tsx';
import { isChoice, isPayment } from './options.ts';
import { ProductRows } from './ProductRows.tsx';
import { type FieldSettingsProps, RepeaterFields } from './RepeaterFields.tsx';
import { TextSettings } from './TextSettings.tsx';

/** Shows the settings that apply to the kind of a field. */
export function FieldSettings({ field, problems, isStored, onChange }: FieldSettingsProps) {
  const inputType = field.inputOptions?.inputType;
  const component = componentOf(field);
  return (
    <FieldContext value={{ field, problems, isStored, change: onChange }}>
      <Stack gap="lg">
        {problems.length > 0 && (
          <Alert
            color="red"
            role="alert"
            icon={<IconAlertTriangle aria-hidden />}
            title="This field cannot be saved yet"
          >
            {problems.map(({ path, description }) => (
              <div key={`${path} ${description}`}>{description}</div>
            ))}
          </Alert>
        )}
        {field.displayOptions ? (
          <DisplaySettings />
        ) : (
          <>
            <AppearanceSettings />
            {isChoice(field) && <OptionRows />}
            {isPayment(field) && <ProductRows />}
            {inputType === 'OBJECT' && field.identifier !== 'VAT_ID' && <NestedFormSettings />}
            {inputType === 'OBJECT_ARRAY' && <RepeaterFields Settings={FieldSettings} />}
            {inputType === 'SCHEDULING' && <AppointmentSettings />}
            <AnswerSettings />
            {inputType === 'STRING' && !isChoice(field) && <TextSettings />}
            {inputType === 'NUMBER' && <NumberSettings isRating={component === 'RATING_INPUT'} />}
            {['ARRAY', 'OBJECT_ARRAY', 'PAYMENT'].includes(inputType ?? '') && component !== 'FIXED_PAYMENT' && (
              <ListSettings />
            )}
            {inputType === 'WIX_FILE' && <FileSettings />}
            {inputType === 'ADDRESS' && <AddressSettings />}
            <ContactSettings />
          </>
        )}
      </Stack>
    </FieldContext>
  );
}
