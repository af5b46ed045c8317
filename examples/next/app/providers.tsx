'use client';

import { PorticoProvider } from '@portico/react';
import type { ReactNode } from 'react';
import { client } from './portico';

export function Providers({ children }: { children: ReactNode }) {
  return <PorticoProvider client={client}>{children}</PorticoProvider>;
}
