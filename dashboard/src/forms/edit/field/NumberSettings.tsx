import { SimpleGrid } from '@mantine/core';
import { NumberSetting } from './FieldInputs.tsx';
import { useField } from './field-context.ts';
import { blockPath } from './field-paths.ts';
import { Part } from './Part.tsx';

const VALIDATION = 'inputOptions.numberOptions.validation';

export function NumberSettings({ isRating }: { isRating: boolean }) {
  return (
    <Part title="Checks">
      <SimpleGrid cols={2}>
        <NumberSetting label="Least" path={`${VALIDATION}.minimum`} />
        <NumberSetting label={isRating ? 'Most stars' : 'Most'} path={`${VALIDATION}.maximum`} />
      </SimpleGrid>
      {!isRating && (
        <NumberSetting
          label="Step"
          description="1 takes whole numbers, 0.01 takes cents."
          path={`${VALIDATION}.multipleOf`}
          min={0}
        />
      )}
    </Part>
  );
}

/** How many of several may be chosen or added. */
export function ListSettings() {
  const { field } = useField();
  const block = blockPath(field);
  return (
    <Part title="How many">
      <SimpleGrid cols={2}>
        <NumberSetting label="At least" path={`${block}.validation.minItems`} min={0} max={1000} allowDecimal={false} />
        <NumberSetting label="At most" path={`${block}.validation.maxItems`} min={0} max={1000} allowDecimal={false} />
      </SimpleGrid>
    </Part>
  );
}
