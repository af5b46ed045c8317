import calendar from '@portico/react/styles/calendar.css?inline';
import inputs from '@portico/react/styles/form-inputs.css?inline';

/** The style sheets of inputs other than a line of text, and of steps. */
export const moreStyles = [inputs, calendar];
