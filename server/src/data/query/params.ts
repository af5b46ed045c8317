/** The bound values of one statement, in order. */
export type Params = unknown[];

/** Binds a value and returns its placeholder. */
export const bind = (params: Params, value: unknown, type: string): string => `$${params.push(value)}::${type}`;
