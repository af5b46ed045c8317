/** The log of the command line: writes to standard error, because standard output is for results. */
export const terminalLog = {
  info: (message: string) => console.error(message),
  warn: (message: string) => console.error(message),
};
