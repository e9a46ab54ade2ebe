import { ManageError } from '../../../shared/manage/manage-error.ts';
import { adviceOn } from '../advice.ts';

/** How much of what it said is repeated where it is not known which of it matters. */
const lastLines = 8;

/** What the CDK says while everything is well, and what it says about its own trouble with the reason. */
const chatter =
  /^(npm warn|Bundling asset|✨|\S+: (start|success): |\S+: creating CloudFormation changeset|Could not retrieve additional details about change set|Source Location: |‣ AggregateError)/;

/** The app's own sentence where the app refused; else the end of what the CDK said, and what helps where that is known. */
export function refusal(output: string, status: number | string): ManageError {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !chatter.test(line));
  const app = lines.findIndex((line) => /Subprocess exited with error/.test(line));
  if (app > 0) return new ManageError(lines[app - 1] ?? '');
  const end = lines.slice(-lastLines);
  const advice = adviceOn({ type: '', reason: end.join(' ') });
  const details = [...new Set(end)].map((message) => ({ code: 'cdk-output' as const, message }));
  return new ManageError(`The CDK failed (${status})${advice ? `. ${advice}` : ''}`, details);
}
