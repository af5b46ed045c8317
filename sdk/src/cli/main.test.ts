import { describe, expect, it, vi } from 'vitest';
import { main } from './main.ts';

describe('an invalid command line', () => {
  it.each([
    [['--help=x'], 'The option --help takes no value.'],
    [['types', '--url'], 'The option --url needs a value.'],
    [['types', '--file=secret'], 'There is no option --file.'],
    [['types', '--=secret'], 'There is no option --=.'],
    [['-h=secret'], 'There is no option -=.'],
    [['-x'], 'There is no option -x.'],
  ])('is rejected with a reason and exit code 2: %j', async (args, message) => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    expect(await main(args, {})).toBe(2);
    expect(log.mock.calls).toEqual([[`${message} Run portico --help to see the options.`]]);
    log.mockRestore();
  });
});
