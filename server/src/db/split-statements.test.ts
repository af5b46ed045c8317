import { describe, expect, it } from 'vitest';
import { listMigrations } from './migrate.ts';
import { splitStatements } from './split-statements.ts';

describe('splitStatements', () => {
  it('splits at semicolons outside of comments, texts, names and dollar quotes', () => {
    const statements = [
      `create table a (b text default 'x;''y') -- one; comment`,
      `/* two; */ insert into "a;b" values (E'\\';', $1)`,
      'do $$ begin perform 1; end $$',
      'create function f() returns int language sql as $body$ select 1; $body$',
    ];
    expect(splitStatements(`${statements.join('\n;\n')};\n-- the end; really\n`)).toEqual(statements);
  });

  it('leaves no statement of a migration in one piece with the next', () => {
    for (const { sql } of listMigrations()) {
      for (const statement of splitStatements(sql)) {
        const plain = statement.replace(/--[^\n]*/g, '').trim();
        expect(plain).toMatch(/^(create|alter|drop|do|insert|update|delete|comment|select)\b/i);
      }
    }
  });
});
