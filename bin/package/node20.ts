import zlib from 'node:zlib';

/* Adds what Node 20 and 22 lack; the project's own Node stays as it is. Every bundle begins with this module. */

URL.parse ??= (url, base) => (URL.canParse(url, base) ? new URL(url, base) : null);

Promise.withResolvers ??= <T>() => {
  let resolve!: (value: T | PromiseLike<T>) => void;
  let reject!: (reason?: unknown) => void;
  const promise = new Promise<T>((resolved, rejected) => {
    resolve = resolved;
    reject = rejected;
  });
  return { promise, resolve, reject };
};

Map.groupBy ??= <K, T>(items: Iterable<T>, keyOf: (item: T, index: number) => K) => {
  const groups = new Map<K, T[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index++);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
};

/** Adds zstd to a Node before 22.15, as WebAssembly. Its window of 4 MB, at revisions' level, holds every revision. */
export async function addZstd(): Promise<void> {
  if ('zstdCompressSync' in zlib) return;
  const zstd = await import('@bokuweb/zstd-wasm');
  await zstd.init();
  const constants = { ZSTD_c_compressionLevel: 100, ZSTD_c_windowLog: 101 };
  Object.assign((zlib as { constants: object }).constants, constants);
  Object.assign(zlib, {
    zstdCompressSync: (text: string, { params }: { params: Record<number, number> }) =>
      Buffer.from(zstd.compress(Buffer.from(text), params[constants.ZSTD_c_compressionLevel])),
    zstdDecompressSync: (content: Uint8Array) => Buffer.from(zstd.decompress(content)),
  });
}
