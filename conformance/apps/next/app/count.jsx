'use client';
import { items } from '@wix/data';
import { createClient, OAuthStrategy } from '@wix/sdk';
import { useEffect, useState } from 'react';

const auth = OAuthStrategy({ clientId: process.env.NEXT_PUBLIC_WIX_CLIENT_ID });
const client = createClient({ modules: { items }, auth });

export function Count() {
  const [count, setCount] = useState(null);
  useEffect(() => {
    client.items.query('Books').count().then(setCount);
  }, []);
  return <p>{count === null ? 'Counting …' : `${count} counted in the browser`}</p>;
}
