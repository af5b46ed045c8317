/**
 * The reference: a bare node:http server that makes one PostgreSQL round trip per request and returns the text
 * unchanged. It has no tokens, permissions or validation, and so shows the limit of the machine.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import pg from 'pg';

export interface ReferenceSettings {
  readonly connection: pg.PoolConfig;
}

const statements = {
  get: 'select data::text as text from items where id = $1',
  page: pageBy('created_at desc, id desc'),
  sort: pageBy('price desc'),
  scan: pageBy(`data->>'createdAt' desc`),
  own: `select '[' || string_agg(data::text, ',') || ']' as text from
    (select data from items where owner = $1 order by created_at desc, id desc limit 50) page`,
  count: `select '{"totalCount":' || count(*) || '}' as text from items where category = $1`,
  group: `select '[' || string_agg('{"_id":' || to_json(category) || ',"average":' || average || '}', ',') || ']' as text from
    (select category, avg(price)::float8 as average from items where $1 = '' group by category) groups`,
  insert: `insert into writes (id, data) select $1::jsonb->>'_id', $1::jsonb returning data::text as text`,
  bulk: `with rows as (insert into bulk (id, data) select item->>'_id', item from jsonb_array_elements($1::jsonb) item returning id)
    select '{"totalSuccesses":' || count(*) || '}' as text from rows`,
  submit: `insert into submissions (id, form_id, data) select ($1::jsonb->>'id')::uuid, gen_random_uuid(), $1::jsonb returning data::text as text`,
  inbox: `select '[' || string_agg(data::text, ',') || ']' as text from
    (select data from submissions where form_id = $1 order by created_at desc, id desc limit 50) page`,
  unseen: `select '{"totalCount":' || count(*) || '}' as text from submissions where form_id = $1 and not seen`,
  words: `select '[' || string_agg(data::text, ',') || ']' as text from
    (select data from submissions where words @@ to_tsquery('simple', $1) order by created_at desc, id desc limit 50) page`,
  app: 'select data::text as text from apps where id = $1',
};

function pageBy(order: string): string {
  return `select '[' || string_agg(data::text, ',') || ']' as text from
    (select data from items where category = $1 order by ${order} limit 50) page`;
}

const settings = JSON.parse(process.env.REFERENCE_SETTINGS ?? '{}') as ReferenceSettings;
// Portico's own pool has the same size.
const pool = new pg.Pool({ ...settings.connection, max: 10 });
pool.on('error', (error) => console.error(error.message));

const server = createServer(async (request, response) => {
  try {
    const [name, value] = await statementFor(request);
    const { rows } = await pool.query<{ text: string }>({ name, text: statements[name], values: [value] });
    response.writeHead(rows[0] ? 200 : 404, { 'content-type': 'application/json' });
    response.end(rows[0]?.text);
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
process.on('disconnect', () => process.exit(0));

async function statementFor(request: IncomingMessage): Promise<[keyof typeof statements, string]> {
  const url = request.url as string;
  const query = /^\/(page|sort|scan|own|count|group|inbox|unseen|words)\?\w+=(.*)$/.exec(url);
  if (query) return [query[1] as 'page', decodeURIComponent(query[2] as string)];
  if (request.method === 'GET') return [url.startsWith('/apps/') ? 'app' : 'get', url.slice(url.lastIndexOf('/') + 1)];
  const writes = { '/bulk': 'bulk', '/submissions': 'submit' } as const;
  return [writes[url as keyof typeof writes] ?? 'insert', await text(request)];
}
