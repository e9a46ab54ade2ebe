import { runChecks } from '../../../shared/manage/doctor/run-checks.ts';
import { sendingChecks } from '../../../shared/manage/doctor/sending-checks.ts';
import { sendingPorts } from '../../../shared/manage/doctor/sending-ports.ts';
import type { Answer } from '../answer.ts';
import { toPage } from '../page-cursor.ts';
import type { DashboardPorts } from '../ports.ts';
import type { Resource } from '../resource.ts';

/** What a page waits for, in milliseconds: one that is slow is not known. */
const limitMs = 5000;

/** `/checks`: how the deployment's sending is set up, as far as a function can tell. */
export const checkResources = ({ setup }: DashboardPorts): Resource[] => [
  {
    path: '/checks',
    methods: {
      get: async (): Promise<Answer> => {
        const checks = await runChecks(sendingChecks, sendingPorts(setup), limitMs);
        const shown = checks.map(({ made: _, essential: __, ...check }) => check);
        return { status: 200, body: toPage(shown, null) };
      },
    },
  },
];
