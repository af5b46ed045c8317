import calendar from '@portico/react/styles/calendar.css?inline';
import inputs from '@portico/react/styles/form-inputs.css?inline';

/** The style sheets of everything but plain text inputs: the other inputs, steps and the calendar. */
export const moreStyles = [inputs, calendar];
