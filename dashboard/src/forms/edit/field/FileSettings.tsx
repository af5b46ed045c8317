import { Checkbox, SimpleGrid } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import { uploadFileFormats } from '@portico/domain/forms/vocabulary';
import { LongTextSetting, NumberSetting, SwitchSetting, TextSetting } from './FieldInputs.tsx';
import { useField } from './field-context.ts';
import { componentOf, componentOptionsPath } from './field-paths.ts';
import { SettingsGroup } from './SettingsGroup.tsx';

const VALIDATION = 'inputOptions.wixFileOptions.validation';

const names: Readonly<Record<string, string>> = {
  VIDEO: 'Videos',
  IMAGE: 'Images',
  AUDIO: 'Audio',
  DOCUMENT: 'Documents',
  ARCHIVE: 'Archives',
  MODEL_3D: '3D models',
};

export function FileSettings() {
  const { field, get, set, errorAt } = useField();
  const optionsPath = componentOptionsPath(field);
  const path = `${VALIDATION}.uploadFileFormats`;
  const formats = get(path);
  if (componentOf(field) === 'SIGNATURE') {
    return (
      <SettingsGroup title="Signature">
        <SwitchSetting
          label="Visitors can upload an image of their signature instead"
          path={`${optionsPath}.imageUploadEnabled`}
        />
      </SettingsGroup>
    );
  }
  return (
    <SettingsGroup title="Files">
      <NumberSetting
        label="Maximum number of files"
        path={`${VALIDATION}.fileLimit`}
        min={1}
        max={30}
        allowDecimal={false}
      />
      <Checkbox.Group
        label="Kinds of files"
        description="If none is ticked, all kinds are allowed. The kind is determined by the content of a file, not its name."
        value={Array.isArray(formats) ? formats : []}
        error={errorAt(path)}
        onChange={(next) => set(path, next.length > 0 ? next : undefined)}
      >
        <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="xs" mt="xs">
          {uploadFileFormats.map((value) => (
            <Checkbox key={value} value={value} label={names[value] ?? value} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <TextSetting label="Text of the button" path={`${optionsPath}.buttonText`} maxLength={500} />
      <LongTextSetting label="Explanation" path={`${optionsPath}.explanationText`} maxLength={255} />
    </SettingsGroup>
  );
}
