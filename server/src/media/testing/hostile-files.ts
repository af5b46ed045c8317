/** Creates files with misleading content, and decompression bombs. */
import { crc32, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';

export const SCRIPT = '<script>alert(document.domain)</script>';
const HTML = `<!doctype html><html><body>${SCRIPT}</body></html>`;
const EXE = Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0'), Buffer.alloc(512), Buffer.from('PE\0\0')]);
const PDF = `%PDF-1.4\n1 0 obj\n<</Type/Catalog>>\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`;

/**
 * Outcome of an upload: rejected; re-encoded without the script; or stored unchanged, because it is only ever served as
 * an attachment.
 */
export type Outcome = 'rejected' | 'cleaned' | 'attachment';

export async function makeHostileFiles(): Promise<[what: string, name: string, bytes: Buffer, outcome: Outcome][]> {
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } });
  const [png, jpeg, gif] = await Promise.all([
    picture.clone().png().toBuffer(),
    picture.clone().jpeg().toBuffer(),
    picture.clone().gif().toBuffer(),
  ]);
  const jar = zip([
    ['META-INF/MANIFEST.MF', 'Manifest-Version: 1.0\n'],
    ['A.class', '\xca\xfe\xba\xbe'],
  ]);
  const officeFile = (kind: string) =>
    zip([['[Content_Types].xml', `<Types><Override ContentType="${kind}"/></Types>`]]);
  const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  const MACRO = 'application/vnd.ms-word.document.macroEnabled.main+xml';
  return [
    ['a page under the name of a picture', 'a.png', Buffer.from(HTML), 'rejected'],
    ['a drawing with script under the name of a picture', 'a.png', makeSvg(), 'rejected'],
    ['a drawing with script under the name of a text', 'a.txt', makeSvg(), 'rejected'],
    ['a page under the name of a text', 'a.txt', Buffer.from(`\ufeff \n${HTML}`), 'rejected'],
    [
      'a GIF that is a program of JavaScript',
      'a.gif',
      Buffer.from(`GIF89a/*${'\0'.repeat(40)}*/=1;alert(1)//`),
      'rejected',
    ],
    ['a GIF with script behind its end', 'a.gif', Buffer.concat([gif, Buffer.from(SCRIPT)]), 'cleaned'],
    ['a PNG with script in its text', 'a.png', pngWith(png, 'tEXt', `Comment\0${SCRIPT}`), 'cleaned'],
    ['a PNG with an archive behind its end', 'a.png', Buffer.concat([png, jar, Buffer.from(SCRIPT)]), 'cleaned'],
    ['a JPEG with script in its comment', 'a.jpg', insertComment(jpeg), 'cleaned'],
    ['a JPEG with script in its EXIF', 'a.jpg', await makeExifImage(), 'cleaned'],
    ['a page that is a PDF further down', 'a.pdf', Buffer.from(`${HTML}\n${PDF}`), 'rejected'],
    ['a PDF that is a page further down', 'a.pdf', Buffer.from(PDF + HTML), 'attachment'],
    ['a PDF that is an archive of Java', 'a.pdf', Buffer.concat([Buffer.from(PDF), jar]), 'attachment'],
    ['a program of Java under the name of an archive', 'a.zip', jar, 'rejected'],
    ['a program of Windows that is an archive', 'a.zip', Buffer.concat([EXE, jar]), 'rejected'],
    ['a program of Windows under the name of a letter', 'a.doc', EXE, 'rejected'],
    ['a program of Windows under the name of a text', 'a.txt', EXE, 'rejected'],
    [
      'a program of Linux under the name of a PDF',
      'a.pdf',
      Buffer.from('\x7fELF\x02\x01\x01'.padEnd(200, '\0'), 'latin1'),
      'rejected',
    ],
    ['a script of the shell under the name of a film', 'a.mp4', Buffer.from('#!/bin/sh\nrm -rf /\n'), 'rejected'],
    ['a letter with macros under the name of one without', 'a.docx', officeFile(MACRO), 'rejected'],
    ['an archive under the name of a letter', 'a.docx', zip([['a.txt', 'text']]), 'rejected'],
    ['a letter under the name of an archive', 'a.zip', officeFile(WORD), 'rejected'],
    ['a PNG under the name of a JPEG', 'a.jpg', png, 'rejected'],
    ['a film under the name of a song', 'a.mp3', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'), 'rejected'],
    ['a JPEG that is cut off', 'a.jpg', (await makeNoise()).subarray(0, 3_000), 'rejected'],
    ['a PNG that is cut off', 'a.png', png.subarray(0, 60), 'rejected'],
    ['nothing at all', 'a.png', Buffer.alloc(0), 'rejected'],
    [
      'an archive with paths that lead out',
      'a.zip',
      zip([
        ['../../etc/cron.d/x', 'text'],
        ['/abs', 'x'],
      ]),
      'attachment',
    ],
    ['a TIFF that is its own next page', 'a.tif', makeEndlessTiff(), 'rejected'],
  ];
}

/** Returns small files that would fill the memory if they were unpacked. */
export async function makeBombs(): Promise<[what: string, name: string, bytes: Buffer, outcome: Outcome][]> {
  const zeros = Buffer.alloc(64 * 1024 * 1024);
  const compressedZeros = gzipSync(zeros);
  const contentTypes = zip([['[Content_Types].xml', zeros]], true);
  return [
    ['a PNG of 50,000 × 50,000', 'a.png', makeHugePng(50_000, 50_000), 'rejected'],
    ['a PNG of 2^31-1 × 2^31-1', 'a.png', makeHugePng(0x7fff_ffff, 0x7fff_ffff), 'rejected'],
    ['a WebP of 16,383 × 16,383', 'a.webp', await makeBlankImage(16_383, 16_383), 'rejected'],
    ['a GIF of 3,000 frames of 1,000 × 1,000', 'a.gif', makeManyFrames(3_000), 'rejected'],
    // The decoder reads only the single pixel that the file contains.
    ['a GIF whose screen is 65,535 × 65,535', 'a.gif', makeManyFrames(1, 65_535), 'cleaned'],
    ['64 MB of nothing, packed', 'a.gz', compressedZeros, 'attachment'],
    ['64 MB of nothing, packed twice', 'a.gz', gzipSync(compressedZeros), 'attachment'],
    ['64 MB of nothing where an office file lists its parts', 'a.docx', contentTypes, 'rejected'],
    ['50,000 empty files', 'a.zip', zip(Array.from({ length: 50_000 }, (_, n) => [`${n}`, ''])), 'attachment'],
  ];
}

const makeSvg = (): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}<image href="file:///etc/passwd"/></svg>`,
  );

/** Returns a JPEG of noise, long enough to be truncated. */
const makeNoise = (): Promise<Buffer> => {
  const makeNoise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: 200, height: 200, channels: 3, background: 'grey', noise: makeNoise } })
    .jpeg()
    .toBuffer();
};

const makeExifImage = (): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .withExif({ IFD0: { ImageDescription: SCRIPT, Copyright: SCRIPT } })
    .jpeg()
    .toBuffer();

const makeBlankImage = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: 'black' } })
    .webp({ effort: 0, lossless: true })
    .toBuffer();

/** Inserts a comment (marker FFFE) right after the start of the image. */
function insertComment(jpeg: Buffer): Buffer {
  const text = Buffer.from(SCRIPT);
  const head = Buffer.from([0xff, 0xfe, 0, text.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, text, jpeg.subarray(2)]);
}

const pngWith = (png: Buffer, type: string, content: string): Buffer =>
  Buffer.concat([png.subarray(0, 33), makeChunk(type, Buffer.from(content, 'latin1')), png.subarray(33)]);

function makeHugePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(4 * 1024 * 1024));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    makeChunk('IHDR', header),
    makeChunk('IDAT', rows),
    makeChunk('IEND', Buffer.alloc(0)),
  ]);
}

function makeChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** Returns an animation with frames of one pixel on a large screen. Decoders count each frame as a full screen. */
function makeManyFrames(count: number, side = 1_000): Buffer {
  const screen = Buffer.alloc(13);
  screen.write('GIF89a', 'latin1');
  screen.writeUInt16LE(side, 6);
  screen.writeUInt16LE(side, 8);
  screen[10] = 0x80;
  const colours = Buffer.from([0, 0, 0, 255, 255, 255]);
  const frame = Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
  return Buffer.concat([screen, colours, ...Array(count).fill(frame), Buffer.from([0x3b])]);
}

function makeEndlessTiff(): Buffer {
  const bytes = Buffer.alloc(64);
  bytes.write('II*\0', 'latin1');
  bytes.writeUInt32LE(8, 4);
  bytes.writeUInt16LE(0, 8);
  bytes.writeUInt32LE(8, 10);
  return bytes;
}

/** Returns a ZIP archive (APPNOTE 4.3) with stored or deflated entries. */
function zip(entries: readonly (readonly [name: string, content: string | Buffer])[], packed = false): Buffer {
  const [files, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [path, content] of entries) {
    const name = Buffer.from(path);
    const plain = Buffer.isBuffer(content) ? content : Buffer.from(content, 'latin1');
    const bytes = packed ? deflateRawSync(plain) : plain;
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(packed ? 8 : 0, 4);
    facts.writeUInt32LE(crc32(plain), 10);
    facts.writeUInt32LE(bytes.length, 14);
    facts.writeUInt32LE(plain.length, 18);
    facts.writeUInt16LE(name.length, 22);
    files.push(Buffer.from('PK\x03\x04'), facts, name, bytes);
    const offsetField = Buffer.alloc(14);
    offsetField.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), facts, offsetField, name);
    offset += 30 + name.length + bytes.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, list, Buffer.from('PK\x05\x06'), end]);
}
