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
      description="This time zone applies to times in the dashboard, on the pages of the site, in e-mails, documents and CSV files."
      data={listTimeZones(value)}
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

/** Returns the zones that the browser lists, plus UTC and the current zone, which the browser may omit. */
function listTimeZones(current: string | undefined): readonly string[] {
  const known = Intl.supportedValuesOf('timeZone');
  return [...new Set(['UTC', ...(current ? [current] : []), ...known])];
}
