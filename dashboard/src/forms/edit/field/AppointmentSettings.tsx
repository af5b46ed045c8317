import { ChoiceSetting, NumberSetting, SwitchSetting, TextSetting } from './FieldInputs.tsx';
import { useField } from './field-context.ts';
import { Part } from './Part.tsx';

const LOOKS = 'inputOptions.schedulingOptions.appointmentOptions';
const formats = [
  { value: 'IN_PERSON', label: 'In person' },
  { value: 'VIDEO_CONFERENCE', label: 'By video' },
  { value: 'PHONE', label: 'By phone' },
];

export function AppointmentSettings() {
  const { get } = useField();
  const format = get(`${LOOKS}.format`);
  return (
    <Part title="Appointment">
      <TextSetting label="Name of the appointment" path={`${LOOKS}.name`} maxLength={400} />
      <NumberSetting label="Minutes" path={`${LOOKS}.durationInMinutes`} min={1} max={44_639} allowDecimal={false} />
      <SwitchSetting label="Somebody approves it first" path={`${LOOKS}.manualApprovalRequired`} />
      <ChoiceSetting label="How people meet" path={`${LOOKS}.format`} data={formats} />
      {format === 'VIDEO_CONFERENCE' && (
        <TextSetting label="What they are told" path={`${LOOKS}.videoConferenceOptions.description`} maxLength={512} />
      )}
      {format === 'PHONE' && (
        <TextSetting label="What they are told" path={`${LOOKS}.phoneOptions.description`} maxLength={512} />
      )}
    </Part>
  );
}
