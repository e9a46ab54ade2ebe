import {
  CloudWatchClient,
  GetMetricStatisticsCommand,
  paginateDescribeAlarms,
} from '@aws-sdk/client-cloudwatch';
import { type CallTimes, callTimes } from '../../shared/adapters/call-times.ts';

/** What CloudWatch has measured, and what its alarms say of it. */
export interface CloudWatch {
  /** How many samples a metric has since a time. Needs `cloudwatch:GetMetricStatistics`. */
  samples: (metric: MetricName, since: Date) => Promise<number>;
  /** The states of the alarms whose names begin so, by name. Needs `cloudwatch:DescribeAlarms`. */
  alarms: (prefix: string) => Promise<Map<string, string>>;
  close: () => void;
}

export interface MetricName {
  namespace: string;
  name: string;
  dimensions: Readonly<Record<string, string>>;
}

export function cloudWatch(
  times: CallTimes,
  { region }: { region?: string | undefined } = {},
): CloudWatch {
  const client = new CloudWatchClient({ ...(region && { region }), ...callTimes(times) });
  return {
    samples: async ({ namespace, name, dimensions }, since) => {
      const asked = new GetMetricStatisticsCommand({
        Namespace: namespace,
        MetricName: name,
        Dimensions: Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value })),
        StartTime: since,
        EndTime: new Date(),
        Period: 60,
        Statistics: ['SampleCount'],
      });
      const { Datapoints = [] } = await client.send(asked);
      return Datapoints.reduce((sum, { SampleCount = 0 }) => sum + SampleCount, 0);
    },
    alarms: async (AlarmNamePrefix) => {
      const states = new Map<string, string>();
      for await (const page of paginateDescribeAlarms({ client }, { AlarmNamePrefix })) {
        for (const { AlarmName = '', StateValue = '' } of page.MetricAlarms ?? []) {
          states.set(AlarmName, StateValue);
        }
      }
      return states;
    },
    close: () => client.destroy(),
  };
}
