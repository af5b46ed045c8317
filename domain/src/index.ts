export * from './errors/index.ts';
export * from './forms/index.ts';
