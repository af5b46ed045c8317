/** Log of the command line: standard output belongs to the answer. */
export const terminalLog = {
  info: (message: string) => console.error(message),
  warn: (message: string) => console.error(message),
};
