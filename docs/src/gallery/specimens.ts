/** Joins the specimens of all components. */
import { dataSpecimens } from './data-specimens.tsx';
import { formSpecimens } from './form-specimens.tsx';
import { identitySpecimens } from './identity-specimens.tsx';
import type { SpecimensOf } from './specimen.ts';
import type { ComponentName } from './states.ts';

export const specimens: SpecimensOf<ComponentName> = { ...identitySpecimens, ...formSpecimens, ...dataSpecimens };
