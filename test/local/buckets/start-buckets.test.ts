import { execFileSync } from 'node:child_process';
import { request } from 'node:http';
import { startBuckets } from '../../../local/buckets/start-buckets.ts';
import { Stops } from '../../../local/stops.ts';
import { atEndOfFile } from '../../end-of-file.ts';
import { expect, test } from '../../jest.ts';

const stops = new Stops();
atEndOfFile(() => stops.all());

const functions: { variables: Record<string, string> }[] = [
  { variables: {} },
  { variables: { ATTACHMENT_BUCKETS: 'acme-contracts,acme.archive' } },
];

test('a request is refused whose Host header is not the one of this machine', async () => {
  const endpoint = await startBuckets(functions, stops);

  const status = await new Promise((resolve, reject) => {
    const asked = request(`${endpoint}/acme-contracts`, { headers: { host: 'evil.example' } });
    asked
      .on('response', (answer) => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end();
  });

  expect(status).toBe(403);
});

/** The modules named fastify or fauxqs that a process has loaded once the buckets of these functions have started. */
function loadedWith(variables: Record<string, string>): unknown {
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = new Set();
    const resolve = (name, context, next) => {
      if (/^(fastify|fauxqs)$/.test(name)) loaded.add(name);
      return next(name, context);
    };
    registerHooks({ resolve });
    const { startBuckets } = await import('./local/buckets/start-buckets.ts');
    const { Stops } = await import('./local/stops.ts');
    const stops = new Stops();
    await startBuckets([{ variables: ${JSON.stringify(variables)} }], stops);
    await stops.all();
    console.log(JSON.stringify([...loaded]));`;
  const words = ['--input-type=module', '-e', script];
  return JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' }));
}

test('settings without buckets start nothing, and load no server', async () => {
  expect(loadedWith({ ATTACHMENT_BUCKETS: 'acme' })).toEqual(['fauxqs', 'fastify']);
  expect(loadedWith({})).toEqual([]);
  expect(await startBuckets([{ variables: {} }], stops)).toBeUndefined();
});
