import { SimpleGrid } from '@mantine/core';
import { NumberSetting } from './FieldInputs.tsx';
import { useField } from './field-context.ts';
import { blockPath } from './field-paths.ts';
import { SettingsGroup } from './SettingsGroup.tsx';

const VALIDATION = 'inputOptions.numberOptions.validation';

export function NumberSettings({ isRating }: { isRating: boolean }) {
  return (
    <SettingsGroup title="Checks">
      <SimpleGrid cols={2}>
        <NumberSetting label="Minimum" path={`${VALIDATION}.minimum`} />
        <NumberSetting label={isRating ? 'Number of stars' : 'Maximum'} path={`${VALIDATION}.maximum`} />
      </SimpleGrid>
      {!isRating && (
        <NumberSetting
          label="Step"
          description="1 allows whole numbers only, 0.01 allows cents."
          path={`${VALIDATION}.multipleOf`}
          min={0}
        />
      )}
    </SettingsGroup>
  );
}

/** Edits the minimum and maximum number of entries of an answer, such as selected options or added rows. */
export function ListSettings() {
  const { field } = useField();
  const block = blockPath(field);
  return (
    <SettingsGroup title="How many">
      <SimpleGrid cols={2}>
        <NumberSetting label="At least" path={`${block}.validation.minItems`} min={0} max={1000} allowDecimal={false} />
        <NumberSetting label="At most" path={`${block}.validation.maxItems`} min={0} max={1000} allowDecimal={false} />
      </SimpleGrid>
    </SettingsGroup>
  );
}
