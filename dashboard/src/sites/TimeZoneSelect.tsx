import { Select } from '@mantine/core';

interface TimeZoneSelectProps {
  value?: string;
  onChange?: (timeZone: string) => void;
  error?: React.ReactNode;
}

/** Chooses the time zone of a site. */
export function TimeZoneSelect({ value, onChange, error }: TimeZoneSelectProps) {
  return (
    <Select
      label="Time zone"
      description="Of dates in the dashboard, in mails and in documents."
      data={timeZones(value)}
      value={value ?? null}
      onChange={(chosen) => chosen && onChange?.(chosen)}
      error={error}
      searchable
      allowDeselect={false}
      limit={100}
      nothingFoundMessage="No such time zone"
    />
  );
}

/** The zones that the browser knows. It may leave out UTC, and the name that the site was given. */
function timeZones(current: string | undefined): readonly string[] {
  const known = Intl.supportedValuesOf('timeZone');
  return [...new Set(['UTC', ...(current ? [current] : []), ...known])];
}
