import { Checkbox, SimpleGrid } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import { uploadFileFormats } from '@portico/domain/forms/vocabulary';
import { LongTextSetting, NumberSetting, SwitchSetting, TextSetting } from './FieldInputs.tsx';
import { useField } from './field-context.ts';
import { componentOf, looksPath } from './field-paths.ts';
import { Part } from './Part.tsx';

const VALIDATION = 'inputOptions.wixFileOptions.validation';

const names: Readonly<Record<string, string>> = {
  VIDEO: 'Videos',
  IMAGE: 'Pictures',
  AUDIO: 'Sound',
  DOCUMENT: 'Documents',
  ARCHIVE: 'Archives',
  MODEL_3D: '3D models',
};

export function FileSettings() {
  const { field, get, set, errorAt } = useField();
  const looks = looksPath(field);
  const path = `${VALIDATION}.uploadFileFormats`;
  const chosen = get(path);
  if (componentOf(field) === 'SIGNATURE') {
    return (
      <Part title="Signature">
        <SwitchSetting label="A picture of a signature may be sent instead" path={`${looks}.imageUploadEnabled`} />
      </Part>
    );
  }
  return (
    <Part title="Files">
      <NumberSetting label="Most files" path={`${VALIDATION}.fileLimit`} min={1} max={30} allowDecimal={false} />
      <Checkbox.Group
        label="Kinds of files"
        description="All kinds where none is ticked. The content decides, not the name."
        value={Array.isArray(chosen) ? chosen : []}
        error={errorAt(path)}
        onChange={(next) => set(path, next.length > 0 ? next : undefined)}
      >
        <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="xs" mt="xs">
          {uploadFileFormats.map((value) => (
            <Checkbox key={value} value={value} label={names[value] ?? value} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <TextSetting label="Text of the button" path={`${looks}.buttonText`} maxLength={500} />
      <LongTextSetting label="Explanation" path={`${looks}.explanationText`} maxLength={255} />
    </Part>
  );
}
