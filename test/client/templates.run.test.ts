import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { typesOfFolder } from '../../cli/commands/template/types/template-types.ts';
import { declarationOf } from '../../shared/manage/types/written-types.ts';
import { expect, test } from '../jest.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { installClient } from './install-client.ts';

const project = temporaryFolder();

const tsc = resolve('node_modules/typescript/lib/tsc.js');

/** Each line below `@ts-expect-error` must not compile, and all others must. */
const uses = `import { attach, createClient } from '@postrider/client';

const client = createClient({ baseUrl: 'http://localhost/v1', apiKey: 'pr_x' });
const name = 'Ada';
const _to = 'ada@inbox.example.com';
declare const either: 'welcome' | 'invite';
declare const isDry: boolean;

export async function uses() {
  const sent = await client.execute({ templateId: 'welcome', variables: { name }, _to });
  const dry = await client.execute({ templateId: 'welcome', variables: { name }, _to, _dryRun: isDry });
  if (dry.type === 'callback') console.log(dry.html);
  const items = [{ name: 'Paper', price: 3 }];
  const returned = await client.execute({ templateId: 'receipt', variables: { items } });
  if (returned.type === 'callback') console.log(returned.html);
  await client.render({ template_id: 'receipt' });
  const messages = [{ templateId: 'invite' as const, variables: { name }, _to }, { _to }];
  await client.batch({ templateId: 'welcome', messages });
  await client.testing.waitForMail({ to: _to, template: 'welcome' });
  const file = new Uint8Array(1);
  const mail = { templateId: 'welcome' as const, variables: { name }, _to };
  const csv = { name: 'orders.csv', s3: 's3://acme/orders.csv' };
  await client.execute({ ...mail, _attachments: [await attach(file, 'a.pdf', { cid: 'a' }), csv] });
  await client.batch({ messages: [{ ...mail, _attachments: [csv] }], _attachments: [csv] });

  // @ts-expect-error attach returns a promise
  await client.execute({ ...mail, _attachments: [attach(file, 'a.pdf')] });
  // @ts-expect-error a file has no such field
  await client.execute({ ...mail, _attachments: [{ name: 'a.pdf', contents: 'QQ==' }] });
  // @ts-expect-error the variable name is missing
  await client.execute({ templateId: 'welcome', variables: {}, _to });
  // @ts-expect-error there is no such variable
  await client.execute({ templateId: 'welcome', variables: { name, nmae: 'Ada' }, _to });
  // @ts-expect-error there is no such template
  await client.execute({ templateId: 'welcmoe', variables: { name }, _to });
  // @ts-expect-error the flow sends
  await client.execute({ templateId: 'welcome', variables: { name } });
  // @ts-expect-error the variables suit only one of the templates
  await client.execute({ templateId: either, variables: { name }, _to });
  // @ts-expect-error a list cannot be printed
  await client.render({ template_id: 'welcome', variables: { name: [] } });
  // @ts-expect-error a variable is required
  await client.render({ template_id: 'welcome' });
  // @ts-expect-error there is no such template
  await client.batch({ templateId: 'welcmoe', messages });
  // @ts-expect-error there is no such template
  await client.batch({ messages: [{ templateId: 'welcmoe', variables: { name }, _to }] });
  // @ts-expect-error there is no such template
  await client.testing.waitForMail({ to: _to, template: 'welcmoe' });
  // @ts-expect-error a flow that sends returns no mail
  if (sent.type === 'callback') return;
  // @ts-expect-error a flow that returns the mail sends none
  if (returned.type === 'sent') return;
}
`;

test('with the file of template types a missing variable and an unknown template do not compile, in modules of either kind', async () => {
  installClient(project);
  writeFileSync(join(project, 'postrider.d.ts'), declarationOf(await typesOfFolder('templates')));

  for (const file of files) writeFileSync(join(project, file), uses);

  for (const type of ['commonjs', 'module']) {
    writeFileSync(join(project, 'package.json'), JSON.stringify({ type }));
    for (const module of ['nodenext', 'esnext', 'commonjs']) {
      expect([type, module, errorsWith(module)]).toEqual([type, module, '']);
    }
  }
});

const files = ['uses.ts', 'uses.mts', 'uses.cts'];

function errorsWith(module: string): string {
  const strict = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2022'];
  const resolution = module === 'nodenext' ? [] : ['--moduleResolution', 'bundler'];
  const options = ['--ignoreConfig', ...strict, '--module', module, ...resolution];
  const others = ['postrider.d.ts', '--lib', 'es2022,dom'];
  try {
    return execFileSync(process.execPath, [tsc, ...options, ...files, ...others], {
      cwd: project,
      encoding: 'utf8',
    });
  } catch (error) {
    return String((error as { stdout?: string }).stdout ?? error);
  }
}
