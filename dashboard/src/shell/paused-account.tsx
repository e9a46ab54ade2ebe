import { Alert } from '@mantine/core';
import type { Account } from '../../../functions/manage/contracts/account.ts';
import { IconAlertTriangle } from '../parts/icons.tsx';
import { localTime, shortMoment } from '../parts/time-words.ts';

/** On each page, while no mail of the account is sent. */
export default function PausedAccount({ by, at, reason }: NonNullable<Account['paused']>) {
  const [day, time] = localTime(new Date(at)).split('T');
  const isToday = localTime(new Date()).startsWith(String(day));
  const since = isToday ? time?.slice(0, 5) : shortMoment(at);
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title={`Sending is paused since ${since}${reason === null ? '' : `: ${reason}`}`}
      maw="100rem"
      mx="auto"
      mb="lg"
      style={{ overflowWrap: 'anywhere' }}
    >
      {by === 'ses' ? 'SES paused it' : 'An operator paused it'}. Mails are refused until an
      operator resumes the account.
    </Alert>
  );
}
