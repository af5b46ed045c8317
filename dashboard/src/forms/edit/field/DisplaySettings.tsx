import { RichText } from '../RichText.tsx';
import { SwitchSetting, TextSetting } from './FieldInputs.tsx';
import { useField } from './field-context.ts';
import { SettingsGroup } from './SettingsGroup.tsx';

/** Edits fields without an answer: texts, buttons and the sign-in line. */
export function DisplaySettings() {
  const { field, get, set, errorAt } = useField();
  const content = 'displayOptions.richContentOptions.richContent';
  const buttonsPath = 'displayOptions.pageNavigationOptions';
  return (
    <SettingsGroup title="What visitors see">
      {field.displayOptions?.displayFieldType === 'RICH_CONTENT' && (
        <RichText
          label="Text"
          error={errorAt('displayOptions')}
          value={get(content)}
          onChange={(next) => set(content, next ?? { nodes: [] })}
        />
      )}
      {field.displayOptions?.displayFieldType === 'PAGE_NAVIGATION' && (
        <>
          <TextSetting label="Text of the send button" path={`${buttonsPath}.submitText`} maxLength={65} />
          <TextSetting label="Text of the next button" path={`${buttonsPath}.nextPageText`} maxLength={65} />
          <TextSetting label="Text of the back button" path={`${buttonsPath}.previousPageText`} maxLength={65} />
        </>
      )}
      <SwitchSetting label="Hidden" description="The field is hidden unless a rule shows it." path="hidden" />
    </SettingsGroup>
  );
}
