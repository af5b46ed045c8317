import { ChoiceSetting, NumberSetting, SwitchSetting, TextSetting } from './FieldInputs.tsx';
import { useField } from './field-context.ts';
import { SettingsGroup } from './SettingsGroup.tsx';

const OPTIONS = 'inputOptions.schedulingOptions.appointmentOptions';
const formats = [
  { value: 'IN_PERSON', label: 'In person' },
  { value: 'VIDEO_CONFERENCE', label: 'By video' },
  { value: 'PHONE', label: 'By phone' },
];

export function AppointmentSettings() {
  const { get } = useField();
  const format = get(`${OPTIONS}.format`);
  return (
    <SettingsGroup title="Appointment">
      <TextSetting label="Name of the appointment" path={`${OPTIONS}.name`} maxLength={400} />
      <NumberSetting
        label="Duration in minutes"
        path={`${OPTIONS}.durationInMinutes`}
        min={1}
        max={44_639}
        allowDecimal={false}
      />
      <SwitchSetting label="Appointments need to be approved" path={`${OPTIONS}.manualApprovalRequired`} />
      <ChoiceSetting label="Meeting format" path={`${OPTIONS}.format`} data={formats} />
      {format === 'VIDEO_CONFERENCE' && (
        <TextSetting
          label="Instructions for the visitor"
          path={`${OPTIONS}.videoConferenceOptions.description`}
          maxLength={512}
        />
      )}
      {format === 'PHONE' && (
        <TextSetting
          label="Instructions for the visitor"
          path={`${OPTIONS}.phoneOptions.description`}
          maxLength={512}
        />
      )}
    </SettingsGroup>
  );
}
