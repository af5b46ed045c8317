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

This page lists the calls of the vendor's clients by their bare path; the prefixes of the clients lead to the same calls. ${served} of ${vendor.length}
are served. A call that is not served yet returns 501 with the code \`NOT_IMPLEMENTED\`, calls that need drafts 428 with \`WDE0119\`, and calls of the vendor's other products
(stores, blog, bookings, graphql …) 404 with \`VENDOR_PRODUCT_NOT_SERVED\`.`;
  return `${[intro, ...sections].join('\n\n')}\n`;
}

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
  return `${[intro, ...sections].join('\n\n')}\n`;
}
