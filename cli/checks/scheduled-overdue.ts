import { broken, ok, run, say } from '../../shared/manage/doctor/check.ts';
import { cli } from '../../shared/manage/doctor/where.ts';
import { overdueMinutes } from './overdue-messages.ts';
import type { DoctorCheck } from './ports.ts';

export const scheduledOverdue: DoctorCheck<'where' | 'overdue'> = {
  code: 'scheduled-overdue',
  why: 'If the wake-up of a scheduled mail is lost, nothing sends the mail',
  async find({ where, overdue }) {
    const [place, found] = await Promise.all([where(), overdue()]);
    if (found.length === 0) {
      return ok(`No scheduled message is more than ${overdueMinutes} minutes overdue`);
    }
    return broken(
      found
        .map(
          ({ accountId, count, since }) =>
            `${count} scheduled message${count === 1 ? '' : 's'} of ${accountId} ${count === 1 ? 'is' : 'are'} overdue since ${since}`,
        )
        .join('; '),
      say('Wake the messages up again; each is sent once. After a restore of the table Messages,'),
      say('first cancel what was sent after the time of the backup'),
      // A wake-up seldom gets lost alone: messages for a later time may have none either.
      ...found.map(({ accountId }) =>
        run(cli(`message requeue --account ${accountId} --all`, place)),
      ),
    );
  },
};
