import { program } from '../../../shared/command.ts';
import type { DoorName } from '../../../shared/engine/doors.ts';

const local = 'http://127.0.0.1:3000/doors';
const key = 'the API key that the local run prints';

/** The command that a team runs next that sends through a door. */
export const doorStep = (door: DoorName) =>
  door === 'supabase'
    ? `${program} hook create supabase --name app --project https://REF.supabase.co`
    : `${program} template new raw --raw`;

/** Where the code of such a team finds the local run (docs/doors.md). */
export const doorNotes: Record<DoorName, string> = {
  resend: `For Resend's SDK, set RESEND_BASE_URL to ${local}/resend and RESEND_API_KEY to ${key}.`,
  postmark: `For Postmark's SDK, set requestHost to 127.0.0.1:3000/doors/postmark, useHttps to false and the token to ${key}.`,
  smtp: `For SMTP, set the server to 127.0.0.1, the port to 2525, the user to any name and the password to ${key}.`,
  supabase:
    'For Supabase, give the URL and the secret of the hook to Authentication, Hooks, Send Email. Its action signup needs a template supabase-signup, and so on.',
};
