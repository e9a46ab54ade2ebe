import { Link } from 'react-router';
import { useChecks } from '../api/sending.ts';
import { IconAlertTriangle } from '../parts/icons.tsx';

/** What a sender has to see on each page, the worst first. */
const watched = ['sending-paused', 'ses-sandbox', 'daily-quota-nearly-used'];

/** Paused sending, the sandbox and a quota that is nearly used; otherwise only how much of the quota is used. */
export function SendingState() {
  const { data = [] } = useChecks();
  const checks = watched.flatMap((code) => data.filter((check) => check.code === code));
  const broken = checks.filter(({ status }) => status === 'broken');
  const quota = checks.filter(({ code, status }) => code === watched[2] && status === 'ok');
  const shown = broken.length > 0 ? broken : quota;
  if (shown.length === 0) return null;
  return (
    <ul className="bare-list sending-state" aria-label="Sending">
      {shown.map(({ code, status, found }) => (
        <li key={code}>
          <Link to="/settings/senders" data-status={status}>
            {status === 'broken' && <IconAlertTriangle size={14} aria-hidden />}
            <span>{found}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
