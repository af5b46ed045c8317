/** The bound values of one statement, in order. */
export type Params = unknown[];

/** Adds a value and answers its placeholder. */
export const bind = (params: Params, value: unknown, type: string): string => `$${params.push(value)}::${type}`;
