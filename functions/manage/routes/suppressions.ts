import { parseAddress } from '../../../shared/engine/verify/address.ts';
import {
  addSuppression,
  listSuppressions,
  removeSuppression,
} from '../../../shared/manage/suppression.ts';
import type { Suppression } from '../../../shared/message/suppression.ts';
import type { Answer } from '../answer.ts';
import {
  newSuppression,
  type Suppression as ShownSuppression,
  suppressionQuery,
} from '../contracts/suppressions.ts';
import { defaultLimit, placeOf, toPage } from '../page-cursor.ts';
import type { DashboardPorts } from '../ports.ts';
import { ProblemError } from '../problem-error.ts';
import type { Resource } from '../resource.ts';

const isAddress = (text: string) => parseAddress(text).ok;

/** `/suppressions` and `/suppressions/{address}` */
export const suppressionResources = ({ manage }: DashboardPorts): Resource[] => [
  {
    path: '/suppressions',
    methods: {
      get: async (asked): Promise<Answer> => {
        const { limit = defaultLimit, cursor } = asked.query(suppressionQuery);
        const page = { cursor: placeOf(cursor, isAddress), limit };
        const found = await listSuppressions(manage, asked.caller.accountId, page);
        return { status: 200, body: toPage(found.suppressions.map(shown), found.nextCursor) };
      },
      post: async (asked): Promise<Answer> => {
        const { address, note } = asked.body(newSuppression);
        const wanted = { address, reason: note ?? undefined };
        const { suppression, changed } = await addSuppression(
          manage,
          asked.caller.accountId,
          wanted,
        );
        return { status: changed ? 201 : 200, body: shown(suppression) };
      },
    },
  },
  {
    // An address may have a slash before its @.
    path: '/suppressions/:address{.+}',
    methods: {
      delete: async (asked): Promise<Answer> => {
        const address = asked.part('address');
        if (!isAddress(address)) throw new ProblemError('not_found');
        await removeSuppression(manage, asked.caller.accountId, address);
        return { status: 204 };
      },
    },
  },
];

function shown({ address, reason, at, detail, messageId }: Suppression): ShownSuppression {
  return { address, reason, at, detail, messageId };
}
