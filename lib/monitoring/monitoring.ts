import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { Settings } from '../settings/settings.ts';
import { type AlarmDefinition, alarmsOf } from './alarms.ts';
import type { Watched } from './measures.ts';
import { notify } from './notify.ts';
import { addDashboard } from './overview.ts';

export interface MonitoringProps {
  watched: Watched;
  settings: Pick<Settings, 'alarmEmails' | 'alarmTopicArn' | 'dailyQuota' | 'runbookUrl'>;
}

/** The alarms, their notifications and the CloudWatch dashboard. */
export class Monitoring extends Construct {
  constructor(scope: Construct, id: string, { watched, settings }: MonitoringProps) {
    super(scope, id);
    const alarms = alarmsOf(this, watched, settings.dailyQuota).map((definition) =>
      this.addAlarm(definition, settings.runbookUrl),
    );
    notify(this, alarms, settings);
    addDashboard(this, watched, alarms);
  }

  private addAlarm({ id, metric, ...definition }: AlarmDefinition, runbookUrl: string): Alarm {
    const { says, section, threshold, periods = { bad: 1, of: 1 } } = definition;
    return new Alarm(this, id, {
      alarmDescription: `${says} What to do: ${runbookUrl}#${anchorOf(section)}`,
      metric,
      threshold,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      datapointsToAlarm: periods.bad,
      evaluationPeriods: periods.of,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
  }
}

/** The anchor of a heading, as GitHub and most other Markdown renderers create it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}
