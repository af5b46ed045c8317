import { RichText } from '../RichText.tsx';
import { SwitchSetting, TextSetting } from './FieldInputs.tsx';
import { useField } from './field-context.ts';
import { Part } from './Part.tsx';

/** Settings of what is only shown: a text, the buttons, the sign-in line. */
export function DisplaySettings() {
  const { field, get, set, errorAt } = useField();
  const content = 'displayOptions.richContentOptions.richContent';
  const buttons = 'displayOptions.pageNavigationOptions';
  return (
    <Part title="What visitors see">
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
          <TextSetting label="Button that sends" path={`${buttons}.submitText`} maxLength={65} />
          <TextSetting label="Button to the next page" path={`${buttons}.nextPageText`} maxLength={65} />
          <TextSetting label="Button to the page before" path={`${buttons}.previousPageText`} maxLength={65} />
        </>
      )}
      <SwitchSetting label="Hidden" description="Visitors do not see it, unless a rule shows it." path="hidden" />
    </Part>
  );
}
