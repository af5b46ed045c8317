export * from './data.ts';
export * from './devices.ts';
export * from './errors/index.ts';
export * from './events.ts';
export * from './forms/index.ts';
export * from './languages.ts';
export * from './mail.ts';
export * from './passwords.ts';
