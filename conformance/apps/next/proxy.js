import './wix-register.mjs';
import { createClient, OAuthStrategy } from '@wix/sdk';
import { NextResponse } from 'next/server';

/** Gives every visitor a session before the page is rendered. */
export async function proxy(request) {
  const response = NextResponse.next();
  if (request.cookies.get('session')) return response;
  const client = createClient({ auth: OAuthStrategy({ clientId: process.env.NEXT_PUBLIC_WIX_CLIENT_ID }) });
  response.cookies.set('session', JSON.stringify(await client.auth.generateVisitorTokens()));
  return response;
}

export const config = { matcher: '/' };
