import { environment, inboxUrl } from '../sign-in/open-session.ts';

/** Names of environments whose mails reach customers. */
const production = /^(prod|live)/;

/** Whether a user might mistake this dashboard for that of production. */
const isElsewhere = () => environment !== undefined && !production.test(environment.name);

/** The name of the environment, beside that of postrider. */
export function EnvironmentMark() {
  const name = environment?.name ?? (inboxUrl ? 'local' : undefined);
  if (name === undefined) return null;
  return (
    <span className="environment" data-elsewhere={isElsewhere() || undefined} title={name}>
      {name}
    </span>
  );
}

/** A line at the top of every page of an environment that is not production. */
export function EnvironmentLine() {
  return isElsewhere() && <div className="environment-line" aria-hidden />;
}
