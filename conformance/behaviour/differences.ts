/** The intended differences between the two clients. docs/vendor-differences.md is generated from this list. */

interface Difference {
  /** The names of the rows in which the difference is visible. */
  readonly rows: readonly string[];
  readonly subject: string;
  readonly vendor: string;
  readonly portico: string;
  readonly reason: string;
}

export const differences: readonly Difference[] = [
  {
    rows: [
      'tokens: a member stays signed in while the server cannot refresh',
      'tokens: a member stays signed in while the network fails',
    ],
    subject: 'A refresh fails because of the server or the network',
    vendor: 'The member becomes an anonymous visitor.',
    portico: 'The call fails, and the member stays signed in.',
    reason: 'An outage must not sign everybody out.',
  },
  {
    rows: ['tokens: a refresh token that the app rotates'],
    subject: 'The response to a refresh contains another refresh token',
    vendor: 'It is ignored.',
    portico: 'It is stored.',
    reason: 'Where an app rotates refresh tokens, the old one soon counts as stolen.',
  },
  {
    rows: ['tokens: parallel calls with an expired token', 'tokens: parallel first calls of a visitor'],
    subject: 'Several calls need tokens at the same time',
    vendor: 'Each call requests tokens.',
    portico: 'The calls share one request.',
    reason: 'Fewer requests, and a visitor gets one identity instead of several.',
  },
  {
    rows: ['tokens: an access token that expires in ten seconds'],
    subject: 'An access token is about to expire',
    vendor: 'It is used until the second in which it expires.',
    portico: 'It is refreshed 30 seconds before.',
    reason: 'A pending call must not outlive its token.',
  },
  {
    rows: ['tokens: a token that the server rejects before it expires'],
    subject: 'The server rejects a token that has not expired',
    vendor: 'The call fails.',
    portico: 'The tokens are refreshed, and the call is repeated once.',
    reason: 'The token was revoked, or the local clock is wrong.',
  },
  {
    rows: ['register: without required profile fields'],
    subject: 'The site requires profile fields that are missing',
    vendor: 'The result is `Unknown _state`.',
    portico: 'The result also has the code `missingProfileFields`, the fields and a state token.',
    reason: 'The visitor can complete the profile.',
  },
  {
    rows: ['login: explains a failure with a sentence'],
    subject: '`error` of a failed sign-in',
    vendor: 'JSON in a text.',
    portico: 'The sentence of the server. `cause` is the error.',
    reason: 'A form can show it.',
  },
  {
    rows: ['oauth: the same code is exchanged twice'],
    subject: 'A callback exchanges its code twice',
    vendor: 'The second exchange fails.',
    portico: 'Both share one exchange.',
    reason: 'React’s StrictMode runs effects twice.',
  },
  {
    rows: ["oauth: the hidden frame's sign-in gets a message with the right state from another window"],
    subject: 'Messages while the hidden frame signs in',
    vendor: 'Any window that knows the state can send one.',
    portico: 'Only the frame can, from the origin of the site.',
    reason: 'Another window must not choose who is signed in.',
  },
  {
    rows: [
      'errors: a read that fails once with a status of 503',
      'errors: a read that fails once without a connection',
      'errors: a submission that fails once with a status of 503',
    ],
    subject: 'A request fails that can safely be repeated',
    vendor: 'The call fails.',
    portico: 'It is repeated, with the same idempotency key for a submission.',
    reason: 'Short outages stay invisible.',
  },
  {
    rows: [
      'errors: a status of 404 without details',
      'errors: a status of 409 without details',
      'errors: a status of 429 without details',
      'errors: a status of 500',
    ],
    subject: 'The code of an error of the server without details',
    vendor: 'The number of the status.',
    portico: 'The status text, or `SYSTEM_ERROR` from status 500 on. `status` has the number.',
    reason: 'Section 8 of the specification.',
  },
  {
    rows: ['errors: a network that fails'],
    subject: 'A request gets no response',
    vendor: 'The message reads `System error occurred`.',
    portico: 'The code is `NETWORK_ERROR`.',
    reason: 'The caller can tell an outage of the network from an error of the server.',
  },
  {
    rows: ['query: a page without a limit', 'query: an empty page'],
    subject: '`pageSize` and `currentPage` of a page',
    vendor: 'Without a limit, the number of items, or `undefined` for an empty page.',
    portico: 'Always numbers: the limit or 50, and the index of the page.',
    reason: 'The page has the same shape for every result.',
  },
  {
    rows: ['items: showDrafts is sent as a publish plugin option', 'arguments: the option showDrafts is not a boolean'],
    subject: 'The option `showDrafts`',
    vendor: 'It is sent.',
    portico: 'It does not exist.',
    reason: 'The server has no drafts of items.',
  },
  {
    rows: ['aggregate: a plain object is accepted as a filter', 'aggregate: count can be named'],
    subject: 'Arguments of aggregations',
    vendor: '`filter` and `having` accept only builders; `count` accepts no name.',
    portico: 'They also accept objects; `count` accepts a name.',
    reason: 'The server supports both.',
  },
  {
    rows: [
      'items: patch without a change',
      'arguments: an update without an _id',
      'arguments: in with something that is not an array',
      'arguments: a regular expression in the condition of a write',
      'arguments: an increment that is not a number',
      'arguments: an empty collection name',
      'arguments: an empty field name',
    ],
    subject: 'Further invalid arguments: empty names, conditions, changes',
    vendor: 'The request is sent, and the server rejects it.',
    portico: 'The client rejects the call.',
    reason: 'No request for what cannot succeed; the error names the argument.',
  },
  {
    rows: ['forms: the dates of a submission'],
    subject: 'Dates of forms and submissions',
    vendor: '`Date`.',
    portico: 'Texts, as the server sends them. Dates of items are `Date`.',
    reason: 'The types of these calls are generated from the API.',
  },
  {
    rows: ['forms: getForm of an unknown form', 'submissions: get of an unknown submission'],
    subject: 'Reading a form or submission that does not exist',
    vendor: 'Throws `FORM_NOT_FOUND` or `SUBMISSION_NOT_FOUND`.',
    portico: 'Returns null, as `items.get` does.',
    reason: 'A page can show that it no longer exists.',
  },
];

/** Returns the differences as a Markdown document for users. */
export function toDocument(): string {
  const rows = differences.map(
    ({ subject, vendor, portico, reason }) => `| ${subject} | ${vendor} | ${portico} | ${reason} |`,
  );
  return `# Differences from the Wix SDK

\`@portico/sdk\` has the behaviour of the Wix SDK that you know: the same calls, results and error codes. One table of behaviours
runs with both clients, in Node and in a browser (\`conformance/behaviour\`). It shows these differences, and a test fails if
another one appears or one of them disappears. Expect code that handles results and error codes to work with both.

| subject | Wix SDK | \`@portico/sdk\` | reason |
|---|---|---|---|
${rows.join('\n')}

## What can go wrong

If you replace the Wix SDK by \`@portico/sdk\`, these differences are visible in code that relied on the other behaviour:

| what you see | what to do |
|---|---|
| calls throw a \`PorticoError\` with status 503 or \`NETWORK_ERROR\` where visitors used to be signed out | show the error and try again: the member is still signed in |
| \`JSON.parse\` of the \`error\` of a sign-in throws | \`error\` is a sentence: show it, and read \`errorCode\` |
| \`getTime is not a function\` for a date of a form or submission | it is a text: \`new Date(submission.createdDate)\` |
| a comparison of \`error.code\` with a number is never true | compare \`error.status\` |
| \`Cannot read properties of null\` after reading a form or submission | it does not exist: check for null |
| a compile error at \`showDrafts\` | remove the option |
| an argument that used to reach the server throws \`WDE0080\` or another code at once | the client rejects it: the message names the argument |
`;
}
