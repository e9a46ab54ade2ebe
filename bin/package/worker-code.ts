import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import zlib from 'node:zlib';

/** The code of an environment's thread, in the place of `local/lambda/worker-code.ts`. */
export async function workerCode(): Promise<string> {
  const code = await readFile(new URL('lambda-thread.cjs', import.meta.url), 'utf8');
  return 'zstdCompressSync' in zlib ? code : withZstd(code);
}

/** Node has zstd since 22.15. In an older one the bundles of the functions find it in `node:zlib` too. */
function withZstd(code: string): string {
  const { resolve } = createRequire(import.meta.url);
  return `
const zlib = require('node:zlib');
const zstd = require(${JSON.stringify(resolve('@bokuweb/zstd-wasm'))});
zlib.zstdCompressSync = (content, { params }) => Buffer.from(zstd.compress(Buffer.from(content), params[100]));
zlib.zstdDecompressSync = (content) => Buffer.from(zstd.decompress(content));
zlib.constants = { ...zlib.constants, ZSTD_c_compressionLevel: 100, ZSTD_c_windowLog: 101 };
zstd.init().then(() => {
${code}
});
`;
}
