/**
 * Converts the options of an appointment between both generations of the vendor's format. The earlier one stores the
 * location in flat properties.
 */
import { isObject } from '../model.ts';

type Json = Record<string, unknown>;

/** Returns the location as the viewer reads it: a string, or the ids of the business's own locations. */
export function toAppointmentView(options: Readonly<Json>): Json {
  const { inPersonOptions, videoConferenceOptions, phoneOptions, ...rest } = options;
  return {
    ...rest,
    ...(rest.format === undefined ? {} : { formatDescriptionType: rest.format }),
    ...locationOf(inPersonOptions, videoConferenceOptions, phoneOptions),
  };
}

function locationOf(inPerson: unknown, video: unknown, phone: unknown): Json {
  for (const remoteOptions of [phone, video])
    if (isObject(remoteOptions) && remoteOptions.description) return { formatDescription: remoteOptions.description };
  const locations = isObject(inPerson) && Array.isArray(inPerson.locations) ? inPerson.locations.filter(isObject) : [];
  const custom = locations.find((location) => location.customAddress);
  if (custom) return { formatDescription: custom.customAddress, locationType: 'CUSTOM_LOCATION' };
  const locationIds = locations.map((location) => location.businessLocationId).filter(Boolean);
  return locationIds.length > 0 ? { locationIds, locationType: 'OS_LOCATION' } : {};
}

export function fromAppointmentView(view: Readonly<Json>): Json {
  const { formatDescription, formatDescriptionType, locationType: _, locationIds, ...rest } = view;
  const format = rest.format ?? formatDescriptionType;
  const options = { ...rest, ...(format === undefined ? {} : { format }) };
  if (Array.isArray(locationIds) && locationIds.length > 0) {
    return {
      ...options,
      inPersonOptions: { locations: locationIds.map((businessLocationId) => ({ businessLocationId })) },
    };
  }
  if (formatDescription === undefined) return options;
  if (format === 'PHONE') return { ...options, phoneOptions: { description: formatDescription } };
  if (format === 'VIDEO_CONFERENCE') return { ...options, videoConferenceOptions: { description: formatDescription } };
  return { ...options, inPersonOptions: { locations: [{ customAddress: formatDescription }] } };
}
