import { expect, it } from 'vitest';
import { componentNameOf } from './react-code.ts';

it.each([
  ['Contact', 'ContactForm'],
  ['contact form', 'ContactForm'],
  ['Fish & <chips>', 'FishChipsForm'],
  ['Réunion', 'ReunionForm'],
  ['2026 survey', 'Site2026SurveyForm'],
  ['Form', 'SiteForm'],
  ['יצירת קשר', 'SiteForm'],
  ['', 'SiteForm'],
])('names the component of the form “%s” %s', (title, name) => {
  expect(componentNameOf(title, 'Form')).toBe(name);
});
