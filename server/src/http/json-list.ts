import type { Readable } from 'node:stream';
import { eventLoopYielder } from '../event-loop-yielder.ts';
import { type JsonLimits, tooLarge } from './json-limits.ts';

/** SCAN_BYTES are scanned in one step. MAX_ENVELOPE_BYTES limits the text around the list. */
const SCAN_BYTES = 64 * 1024;
const MAX_ENVELOPE_BYTES = 16 * 1024;

type ListLimits = {
  /** The limit of the whole body, in bytes. */
  readonly body: number;
  /** The limits of JSON bodies, which apply to each item separately. */
  readonly item: JsonLimits;
};

/**
 * Reads a JSON object whose field `name` is a long list. Yields each item as soon as it has arrived, and
 * returns the object with an empty list. This function only finds the boundaries of the items; `parse` parses
 * each item. Thus neither the memory nor the time of one step depends on the size of the body.
 * @throws DomainError BAD_REQUEST with status 413 beyond a limit; errors of `parse`
 */
export async function* readJsonList(
  payload: Readable,
  name: string,
  limits: ListLimits,
  parse: (text: string) => unknown,
): AsyncGenerator<unknown, unknown> {
  const splitter = new ListSplitter(name, limits.item);
  let received = 0;
  const endOfSlice = eventLoopYielder();
  try {
    // Destroying the request would close the connection before the error is sent.
    for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      received += chunk.length;
      if (received > limits.body) throw tooLarge();
      for (let start = 0; start < chunk.length; start += SCAN_BYTES) {
        for (const text of splitter.split(chunk.subarray(start, start + SCAN_BYTES))) {
          yield parse(text);
          await endOfSlice();
        }
        await endOfSlice();
      }
    }
    const envelope = splitter.envelope();
    return envelope === '' ? undefined : parse(envelope);
  } finally {
    // The rest of a rejected body is discarded; otherwise the connection would wait for a reader.
    payload.resume();
  }
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Finds the items of the list in the bytes of a JSON text. It validates no JSON: if the text is invalid, an
 * item or the envelope is invalid too, and its parser rejects it.
 */
class ListSplitter {
  readonly #limits: JsonLimits;
  readonly #listBegins: RegExp;
  readonly #outside = new ByteBuffer(MAX_ENVELOPE_BYTES);
  readonly #item: ByteBuffer;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #inList = false;
  #items: number | undefined;
  #separators = 0;

  constructor(name: string, limits: JsonLimits) {
    this.#limits = limits;
    this.#listBegins = new RegExp(`[{,]\\s*"${name}"\\s*:\\s*\\[$`);
    this.#item = new ByteBuffer(limits.body);
  }

  *split(bytes: Buffer): Generator<string> {
    let start = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === BACKSLASH) this.#escaped = true;
        else if (byte === QUOTE) this.#inString = false;
      } else if (byte === QUOTE) this.#inString = true;
      else if (byte === COLON) this.#count();
      else if (byte === COMMA) {
        this.#count();
        if (this.#inList && this.#depth === 2) {
          yield this.#endItem(bytes.subarray(start, at));
          start = at + 1;
        }
      } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        this.#depth += 1;
        if (byte === OPEN_LIST && this.#depth === 2 && this.#items === undefined) {
          this.#outside.add(bytes.subarray(start, at + 1));
          start = at + 1;
          this.#inList = this.#listBegins.test(this.#outside.text());
          if (this.#inList) this.#items = 0;
        }
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        this.#depth -= 1;
        if (this.#inList && this.#depth === 1) {
          const last = this.#endItem(bytes.subarray(start, at));
          if (last.trim() !== '' || this.#items !== 1) yield last;
          this.#inList = false;
          start = at;
        }
      }
    }
    (this.#inList ? this.#item : this.#outside).add(bytes.subarray(start));
  }

  /** The text around the items. */
  envelope(): string {
    return this.#outside.text();
  }

  #endItem(rest: Buffer): string {
    this.#item.add(rest);
    this.#items = (this.#items ?? 0) + 1;
    this.#separators = 0;
    return this.#item.take();
  }

  #count(): void {
    this.#separators += 1;
    if (this.#separators > this.#limits.separators) throw tooLarge();
  }
}

/** Collects bytes of several chunks, up to a limit. */
class ByteBuffer {
  readonly #max: number;
  #list: Buffer[] = [];
  #length = 0;

  constructor(max: number) {
    this.#max = max;
  }

  add(bytes: Buffer): void {
    this.#length += bytes.length;
    if (this.#length > this.#max) throw tooLarge();
    if (bytes.length > 0) this.#list.push(bytes);
  }

  text(): string {
    return Buffer.concat(this.#list).toString('utf8');
  }

  take(): string {
    const text = this.text();
    this.#list = [];
    this.#length = 0;
    return text;
  }
}
