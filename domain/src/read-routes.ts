/**
 * Matches the routes of calls that only read: every GET, and paths that end with a segment such as `query`,
 * `query-referenced` or `count-by-filter`.
 */
const READ_ROUTES = /^GET |\/(query|count|search|aggregate|is-referenced|validate)[\w-]*$/;

/**
 * Returns true if the call only reads.
 * @param route method and path, such as `POST /v2/items/query`
 */
export const onlyReads = (route: string): boolean => READ_ROUTES.test(route);
