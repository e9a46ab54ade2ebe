import { listSenders } from '../../../shared/manage/senders.ts';
import type { Answer } from '../answer.ts';
import { toPage } from '../page-cursor.ts';
import type { DashboardPorts } from '../ports.ts';
import type { Resource } from '../resource.ts';

/** `/senders`: all on one page, for a deployment has few. */
export const senderResources = ({ senders: settings, sesIdentity }: DashboardPorts): Resource[] => [
  {
    path: '/senders',
    methods: {
      get: async (): Promise<Answer> => {
        const { senders, fault } = await listSenders(settings.senders, sesIdentity);
        return { status: 200, body: toPage(senders, null), fault };
      },
    },
  },
];
