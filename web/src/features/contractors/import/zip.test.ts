import { expect, it } from 'vitest';
import { storedText, unpackText, type ZipEntry, zipEntries, zipOf } from './zip.ts';

async function deflated(name: string, text: string, size: number): Promise<ZipEntry> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return { name, method: 8, packed: new Uint8Array(await new Response(packed).arrayBuffer()), size };
}

it('parts come out as they were put in', async () => {
  const long = 'ż'.repeat(100_000);
  const parts = zipEntries(zipOf([storedText('a.xml', 'łąka'), await deflated('b/ć.xml', long, 200_000)]));
  expect(parts.map(({ name, size }) => [name, size])).toEqual([
    ['a.xml', 6],
    ['b/ć.xml', 200_000],
  ]);
  expect(await Promise.all(parts.map(unpackText))).toEqual(['łąka', long]);
});

it('a part that comes to more than its file says is refused', async () => {
  const [part] = zipEntries(zipOf([await deflated('a.xml', 'x'.repeat(1_000_000), 10)]));
  await expect(part && unpackText(part)).rejects.toThrow('larger than the file says');
});

it('what is no ZIP has no parts', () => {
  expect(zipEntries(new ArrayBuffer(0))).toEqual([]);
  expect(zipEntries(new ArrayBuffer(100_000))).toEqual([]);
});
