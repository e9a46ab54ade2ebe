import { createRequire } from 'node:module';
import zlib from 'node:zlib';
import * as native from '../../shared/adapters/tables/zstd.ts';

/*
 * In the place of `shared/adapters/tables/zstd.ts`. Node has zstd since 22.15; an older one gets it from WebAssembly,
 * which cannot choose the window: at this level it is 4 MB, enough for every revision.
 */

interface Zstd {
  init: () => Promise<void>;
  compress: (content: Uint8Array, level: number) => Uint8Array;
  decompress: (content: Uint8Array) => Uint8Array;
}

const zstd = 'zstdCompressSync' in zlib ? null : await load();

async function load(): Promise<Zstd> {
  const loaded: Zstd = createRequire(import.meta.url)('@bokuweb/zstd-wasm');
  await loaded.init();
  return loaded;
}

export const compress: typeof native.compress =
  zstd === null
    ? native.compress
    : (text, level = native.compressionLevel) => zstd.compress(Buffer.from(text), level);

export const decompress: typeof native.decompress =
  zstd === null ? native.decompress : (content) => Buffer.from(zstd.decompress(content));
