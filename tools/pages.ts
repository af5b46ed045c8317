import { endpoints } from '@portico/contract';
import { errorGroups } from '@portico/domain';
import { servedEndpoints } from '../server/src/app.ts';

const NOTICE = '<!-- Generated from the code by npm run gen. -->';

/** Returns docs/compatibility.md: every call of the contract, and whether this version serves it. */
export function compatibilityPage(): string {
  const vendor = endpoints.filter((endpoint) => !endpoint.path.startsWith('/portico/'));
  const sections = [...Map.groupBy(vendor, (endpoint) => endpoint.slice)].map(([slice, calls]) => {
    const rows = calls.map(
      (call) =>
        `| \`${call.method}\` | \`${call.path}\` | ${call.summary} | ${servedEndpoints.has(call.id) ? 'yes' : 'not yet'} |`,
    );
    return [`## ${slice}`, '', '| | Path | Call | Served |', '|---|---|---|---|', ...rows].join('\n');
  });
  const served = vendor.filter((call) => servedEndpoints.has(call.id)).length;
  const intro = `# Compatibility

${NOTICE}

This page lists the calls of the Wix SDK and of Wix's form and dashboard clients by their bare path; the prefixes of the clients lead to the same calls. ${served} of ${vendor.length}
are served. A call that is not served yet returns 501 with the code \`NOT_IMPLEMENTED\`, calls that need drafts 428 with \`WDE0119\`, and calls of other products of Wix
(stores, blog, bookings, graphql …) 404 with \`VENDOR_PRODUCT_NOT_SERVED\`, as JSON for browsers too, unless the site has a page at the path. Expect a served call to take the arguments and return the codes that it has at Wix.`;
  return `${[intro, ...sections, COMPATIBILITY_PROBLEMS].join('\n\n')}\n`;
}

const COMPATIBILITY_PROBLEMS = `## What can go wrong

| what you see | what to do |
|---|---|
| 501 \`NOT_IMPLEMENTED\` | this version does not serve the call: its row above says *not yet* |
| 428 \`WDE0119\` | the call needs drafts of items, which the server does not have: read and write published items |
| 404 \`VENDOR_PRODUCT_NOT_SERVED\` | the call belongs to another product of Wix; \`message\` names its path |
| 404 \`NOT_FOUND\` | the path is misspelt, or belongs to no call of the Wix SDK; \`message\` names it |
| no request reaches the server | the SDK still calls Wix: see [Frameworks](frameworks.md) |
| a served call behaves differently from Wix | see [Differences from the Wix SDK](vendor-differences.md); if it is not listed, it is a fault |`;

/** Returns docs/errors.md: every code that the server may return. */
export function errorsPage(): string {
  const sections = Object.entries(errorGroups).map(([group, codes]) => {
    const rows = Object.entries(codes).map(
      ([code, { status, sentence }]) => `| \`${code}\` | ${status} | ${sentence} |`,
    );
    return [`## ${group}`, '', '| Code | Status | Sentence |', '|---|---|---|', ...rows].join('\n');
  });
  const intro = `# Errors

${NOTICE}

The body of an error is \`{ message, details: { applicationError: { code, description, data } } }\`. Invalid values return 400 with
\`details.validationError.fieldViolations\`, each with \`field\`, \`description\`, \`violatedRule\` and \`data\`. The token endpoint returns
\`{ error, error_description }\` (RFC 6749, section 5.2). Every response has an \`x-wix-request-id\` header, which the server's log contains as well.
\`{name}\` stands for a value from the error's \`data\`.`;
  return `${[intro, ...sections, ERROR_PROBLEMS].join('\n\n')}\n`;
}

const ERROR_PROBLEMS = `## What can go wrong

Expect a program to need only a few codes: handle those that the page of the call names, and treat the others by their status.

| status | what to do |
|---|---|
| 400 | correct the request. Show \`fieldViolations\` next to the fields; a repeated request fails again |
| 401 | the token or key is missing, expired or revoked. The SDK refreshes its tokens and repeats the call once |
| 403 | the caller may not do this ([Permissions](permissions.md)), or must take a step first, which the code names |
| 404 | the id belongs to nothing that the caller may see, or the path is wrong: compare the site, too |
| 409 | somebody else changed it, or the name is taken: read it again, then repeat the change |
| 413 | send less at once: \`data.limitBytes\` is the limit |
| 429 | wait \`data.retryAfterSeconds\`. A code without this value is a quota: delete something, or ask the owner to raise it |
| 500 | a fault of the server: look for the \`x-wix-request-id\` in its log |
| 503 | repeat the call after \`data.retryAfterSeconds\`. The SDK does so for calls that only read |
| 507 | free disk space on the server |
| a code that is not on this page | the server is newer than the page: read the page on your server, at \`/docs/errors\` |`;
