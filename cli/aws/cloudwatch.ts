import {
  CloudWatchClient,
  GetMetricStatisticsCommand,
  paginateDescribeAlarms,
} from '@aws-sdk/client-cloudwatch';
import type { CallTimes } from '../../shared/adapters/call-times.ts';
import { type ClientPlace, clientSettings } from './client.ts';

/** CloudWatch's metrics and alarms. */
export interface CloudWatch {
  /** How many samples a metric has had since a time. Needs `cloudwatch:GetMetricStatistics`. */
  samples: (metric: MetricName, since: Date) => Promise<number>;
  /** The states of the alarms whose names begin with `prefix`, by name. Needs `cloudwatch:DescribeAlarms`. */
  alarms: (prefix: string) => Promise<Map<string, string>>;
  close: () => void;
}

export interface MetricName {
  namespace: string;
  name: string;
  dimensions: Readonly<Record<string, string>>;
}

export function cloudWatch(times: CallTimes, place: ClientPlace = {}): CloudWatch {
  const client = new CloudWatchClient(clientSettings(times, place));
  return {
    samples: async ({ namespace, name, dimensions }, since) => {
      const get = new GetMetricStatisticsCommand({
        Namespace: namespace,
        MetricName: name,
        Dimensions: Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value })),
        StartTime: since,
        EndTime: new Date(),
        Period: 60,
        Statistics: ['SampleCount'],
      });
      const { Datapoints = [] } = await client.send(get);
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
