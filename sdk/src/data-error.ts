/**
 * Thrown for a call on items that the client rejects before any request (specification section 5; codes of data
 * contract 6.2).
 */
export class DataError extends Error {
  override readonly name = 'DataError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}
