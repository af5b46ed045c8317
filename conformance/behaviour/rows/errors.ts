/** How the clients report errors of the server and of the network (specification section 8). */
import { BOOKS, NOTES, SECRETS } from '../fixture.ts';
import { failureOf } from '../outcome.ts';
import { type Row, rejectionRows, type Subject, successRows } from '../row.ts';

const ITEMS = '/v2/items';
const SUBMISSIONS = '/v4/submissions';

/** Returns the error that a call throws. */
const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => ({}) as ThrownError,
    (error: unknown) => error as ThrownError,
  );
type ThrownError = Error & { status?: number; requestId?: string; details?: { requestId?: string } };

/**
 * Returns a function that submits a form while every request to the endpoints of submissions fails with this status,
 * or without a response if there is none.
 */
const submitDuring =
  (status?: number): Row['run'] =>
  async ({ visitor, fixture, network }) => {
    await visitor.auth.validTokens();
    network.fail(SUBMISSIONS, status);
    return visitor.forms.submit(fixture.forms.contact, VALID);
  };
const VALID = { name: 'Ada', email: 'ada@example.org', agreed: true };
const submitInvalid = ({ visitor, fixture }: Subject) =>
  visitor.forms.submit(fixture.forms.contact, { ...VALID, age: 200, extra: 1 });

export const errorRows = [
  ...rejectionRows('errors', {
    'a permission that is missing': ({ visitor }) => visitor.items.get(SECRETS, 'secret'),
    'a permission that is missing, in a query': async ({ visitor }) => visitor.items.query(SECRETS).find(),
    'an unknown operator': async ({ visitor }) => removeWithCondition(visitor.items, { n: { $near: 1 } }),
    'a regular expression': async ({ visitor }) => removeWithCondition(visitor.items, { n: { $regex: 'x' } }),
    'a payload that is too large': async ({ visitor, network }) => {
      await visitor.auth.validTokens();
      network.fail(ITEMS, 413);
      return visitor.items.insert(NOTES, {});
    },
    'values that the server rejects, as violations': submitInvalid,
    'an application error': ({ visitor, fixture }) => visitor.forms.submit(fixture.siteId, VALID),
    'a status of 404 without details': submitDuring(404),
    'a status of 409 without details': submitDuring(409),
    'a status of 429 without details': submitDuring(429),
    'a status of 500': submitDuring(500),
    'a network that fails': submitDuring(),
  }),
  ...successRows('errors', {
    'an error of the server has its status': async ({ visitor, fixture }) =>
      (await errorOf(visitor.forms.submit(fixture.siteId, VALID))).status,
    'an error of violations has the status 400': async (s) => (await errorOf(submitInvalid(s))).status,
    'an error has the id of its request': async ({ visitor, fixture }) => {
      const { requestId, details } = await errorOf(visitor.forms.submit(fixture.siteId, VALID));
      return typeof (requestId ?? details?.requestId);
    },
    'an error is an Error': async ({ visitor }) =>
      (await errorOf(visitor.items.insert('Nowhere', {}))) instanceof Error,
    'several violations': async ({ visitor }) =>
      failureOf(await errorOf(visitor.forms.submit(5 as never, 'text' as never))),
    'the message of violations starts with INVALID_ARGUMENT': async (s) =>
      (await errorOf(submitInvalid(s))).message.includes('INVALID_ARGUMENT:'),
    'a failing read is not repeated for a status of 404': async ({ visitor, network }) => {
      await visitor.auth.validTokens();
      network.fail('/v2/items/count', 404);
      await errorOf(visitor.items.query(BOOKS).count());
      return network.log().filter((line) => line.endsWith('count')).length;
    },
    'a read that fails once with a status of 503': async ({ visitor, network }) => {
      await visitor.auth.validTokens();
      network.fail('/v2/items/count', 503, 1);
      return visitor.items
        .query(BOOKS)
        .count()
        .catch(() => 'rejected');
    },
    'a read that fails once without a connection': async ({ visitor, network }) => {
      await visitor.auth.validTokens();
      network.fail('/v2/items/count', undefined, 1);
      return visitor.items
        .query(BOOKS)
        .count()
        .catch(() => 'rejected');
    },
    'a submission that fails once with a status of 503': async ({ visitor, fixture, network }) => {
      await visitor.auth.validTokens();
      network.fail(SUBMISSIONS, 503, 1);
      return visitor.forms.submit(fixture.forms.contact, VALID).then(
        () => 'stored',
        () => 'rejected',
      );
    },
    'a failing insert is not repeated': async ({ visitor, network }) => {
      await visitor.auth.validTokens();
      network.fail(ITEMS, 503);
      await errorOf(visitor.items.insert(NOTES, {}));
      return network.log().filter((line) => line === `POST ${ITEMS}`).length;
    },
  }),
];

const removeWithCondition = (items: Subject['visitor']['items'], condition: Record<string, unknown>) =>
  items.remove(NOTES, 'a', { condition });
