import { App, Tags } from 'aws-cdk-lib';
import { acknowledgeFindings } from '../lib/accepted-findings.ts';
import { PageError } from '../lib/dashboard/preview-script.ts';
import { settingsFile } from '../lib/project.ts';
import { ServiceStack } from '../lib/service-stack.ts';
import {
  deployedEnvironment,
  readSettings,
  type Settings,
  SettingsError,
  stackDescription,
} from '../lib/settings/settings.ts';
import { isPackaged } from '../shared/command.ts';
import { emptyOutput, OutputError } from './private-output.ts';

// The package lacks the CDK's check of CloudFormation's rules, 9 MB; the stack's tests and every change set make it.
/** The settings with the domain of `npm start -- --replies DOMAIN`. */
function withLocalReplies(settings: Settings, domain: unknown): Settings {
  if (typeof domain !== 'string') return settings;
  const { keepMailsDays = 7 } = settings.replies ?? {};
  return { ...settings, replies: { domain, keepMailsDays } };
}

if (isPackaged) process.env.CDK_VALIDATION = 'false';

// The CDK would report to AWS which constructs the stack has.
const app = new App({ analyticsReporting: false });
try {
  // Without CDK_OUTDIR the CDK makes a temporary folder that only its user can open.
  if (process.env.CDK_OUTDIR) emptyOutput(process.env.CDK_OUTDIR);
  const context = (name: string): unknown => app.node.tryGetContext(name);
  const chosen = context('environment') ?? process.env.POSTRIDER_ENVIRONMENT;
  const environment = chosen === undefined ? undefined : String(chosen);
  const given = withLocalReplies(
    readSettings(settingsFile(), environment),
    context('localReplies'),
  );
  // `npm start -- --tenants`
  const settings = context('tenants')
    ? { ...given, tenants: given.tenants ?? { policy: 'standard' } }
    : given;
  const { account, region } = settings;
  const basePath = context('basePath');
  const stack = new ServiceStack(app, settings.stackName, {
    settings,
    environment: deployedEnvironment(settingsFile(), environment ?? ''),
    // The template of the local run must not name an AWS account or region.
    ...(context('local') === undefined && {
      env: { ...(account && { account }), ...(region && { region }) },
    }),
    // The CDK sets it at each deployment, so the CLI passes on whether it is on in AWS.
    terminationProtection: context('terminationProtection') === 'true',
    basePath: typeof basePath === 'string' && basePath !== '' ? basePath : undefined,
    description: stackDescription,
  });
  acknowledgeFindings(stack, settings);
  Tags.of(stack).add('service', 'postrider');
} catch (error) {
  const said = [SettingsError, PageError, OutputError].some((kind) => error instanceof kind);
  if (!said || !(error instanceof Error)) throw error;
  console.error(error.message);
  process.exit(1);
}
