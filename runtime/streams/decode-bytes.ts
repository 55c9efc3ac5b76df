import { TextDecoder, TextEncoder } from 'node:util';

/** What a run can be read from: a Node stream, a web stream, or any iterable of bytes or text. */
export type ByteSource = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;

/**
 * The bytes of a source as UTF-8, without a byte order mark. Windows PowerShell 5 writes UTF-16 when output is sent to
 * a file with `>`; such a file starts with its own mark and is turned into UTF-8.
 */
export async function* decodeBytes(source: ByteSource): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let utf16: TextDecoder | null = null;
  // The first bytes wait here until there are enough of them to know the mark.
  let head: Uint8Array | null = new Uint8Array(0);
  for await (const piece of source) {
    let bytes = typeof piece === 'string' ? encoder.encode(piece) : piece;
    if (head) {
      bytes = head.length === 0 ? bytes : Buffer.concat([head, bytes]);
      if (bytes.length < 3) {
        head = bytes;
        continue;
      }
      head = null;
      if (bytes[0] === 0xff && bytes[1] === 0xfe) utf16 = new TextDecoder('utf-16le');
      else if (bytes[0] === 0xfe && bytes[1] === 0xff) utf16 = new TextDecoder('utf-16be');
      else if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) bytes = bytes.subarray(3);
    }
    yield utf16 ? encoder.encode(utf16.decode(bytes, { stream: true })) : bytes;
  }
  if (head) yield head;
  if (utf16) yield encoder.encode(utf16.decode());
}
