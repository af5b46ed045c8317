/** What the two browser rooms are made of, and where their output lies. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Room {
  readonly name: 'dashboard' | 'site';
  /** folder of its sources */
  readonly folder: string;
  /** of the built room: named after its sources, so that what is there is never half built nor out of date */
  readonly output: string;
  /** where under `output` the files for browsers lie */
  readonly publicFolder: string;
}

export const repository = fileURLToPath(new URL('../../../', import.meta.url));

const SHARED_SOURCES = ['react/src', 'sdk/src', 'domain/src', 'contract/src', 'package-lock.json'];
/** Outputs, caches and tests: a change there changes nothing that is served. */
const NO_SOURCE = /(^|\/)(build|node_modules|\.react-router)(\/|$)|\.test\.tsx?$/;

let rooms: { dashboard: Room; site: Room } | undefined;

/** Both rooms as their sources stood when this process first asked: what is built is also what is served. */
export function readRooms(): { dashboard: Room; site: Room } {
  rooms ??= { dashboard: readRoom('dashboard', ''), site: readRoom('site', 'client') };
  return rooms;
}

function readRoom(name: Room['name'], publicSubfolder: string): Room {
  const folder = join(repository, name);
  const output = join(folder, 'build', fingerprint([name, ...SHARED_SOURCES]));
  return { name, folder, output, publicFolder: join(output, publicSubfolder) };
}

/** Whether the room can be served. */
export const isBuilt = (room: Room): boolean => existsSync(room.output);

function fingerprint(sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of listSourceFiles(join(repository, source))) {
      hash
        .update(`${relative(repository, file)}\n`)
        .update(readFileSync(file))
        .update('\n');
    }
  }
  return hash.digest('hex').slice(0, 16);
}

function listSourceFiles(path: string): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !NO_SOURCE.test(relative(repository, file)))
    .sort();
}
