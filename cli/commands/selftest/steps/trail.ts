import { addSuppressions, removeSuppression } from '../../../../shared/manage/suppression.ts';
import { listTrail } from '../../../../shared/manage/trail/trail.ts';
import { judged, type SelftestStep } from '../context/step.ts';

/** Few enough that a refused transaction can be tried again. */
const count = 10;

/** Addresses of the domain that is reserved for examples: nothing is sent to them. */
const entriesAt = (at: readonly number[]) =>
  at.map((each) => ({ address: `trail-${each}@example.com` }));

export const trail: SelftestStep = {
  code: 'trail',
  asks: 'Whether DynamoDB writes a change and its entry in the trail together, also several at once, and neither of a refused change',
  async run(context) {
    const { ports } = context;
    const { accountId } = await context.account();
    const entries = async () =>
      (await listTrail(ports, accountId, { action: 'suppression.' })).entries;
    const before = (await entries()).length;
    const all = entriesAt([...Array(count).keys()]);
    await addSuppressions(ports, accountId, all);
    await addSuppressions(ports, accountId, all);
    await removeSuppression(ports, accountId, 'trail-0@example.com');
    await removeSuppression(ports, accountId, 'trail-0@example.com');
    const found = (await entries()).length - before;
    const wanted = count + 1;
    return judged(
      found === wanted ? [] : [`${wanted} changes have ${found} entries`],
      `${wanted} changes have one entry each, and as many repeats have none`,
    );
  },
};
