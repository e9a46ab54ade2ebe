import { App, Tags } from 'aws-cdk-lib';
import { PageError } from '../lib/dashboard/page-asset.ts';
import { ServiceStack } from '../lib/service-stack.ts';
import { readSettings, SettingsError } from '../lib/settings.ts';

const app = new App();
try {
  const settings = readSettings(process.env.POSTRIDER_SETTINGS ?? 'settings.json');
  const basePath: unknown = app.node.tryGetContext('basePath');
  const stack = new ServiceStack(app, settings.stackName, {
    settings,
    basePath: typeof basePath === 'string' && basePath !== '' ? basePath : undefined,
    description: 'postrider: transactional email in your own AWS account',
  });
  Tags.of(stack).add('service', 'postrider');
} catch (error) {
  if (!(error instanceof SettingsError || error instanceof PageError)) throw error;
  console.error(error.message);
  process.exit(1);
}
