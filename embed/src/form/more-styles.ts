import calendar from '@portico/react/styles/calendar.css?inline';
import inputs from '@portico/react/styles/form-inputs.css?inline';

/** The style sheets of steps and of all inputs except a line of text. */
export const moreStyles = [inputs, calendar];
