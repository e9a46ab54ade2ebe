import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stoppedAtEnd } from '../../end-of-file.ts';

/** Starts a package registry on a free port that has one version of one package, in a packed file. */
export async function startPackageRegistry(
  manifest: { name: string; version: string },
  file: string,
): Promise<{ address: string; stop: () => Promise<void> }> {
  const archive = readFileSync(file);
  const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
  const { name, version } = manifest;
  const server = createServer(({ url = '', headers }, answer) => {
    const tarball = `http://${headers.host}/archive.tgz`;
    const versions = { [version]: { ...manifest, dist: { tarball, integrity } } };
    if (url === '/archive.tgz') answer.end(archive);
    else if (decodeURIComponent(url) === `/${name}`) {
      answer.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
    } else answer.writeHead(404).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return stoppedAtEnd({
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
