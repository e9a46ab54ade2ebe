import { program } from '../../../shared/command.ts';
import type { DoorName } from '../../../shared/engine/doors.ts';

const raw = `${program} template new raw --raw`;
const local = 'http://127.0.0.1:3000/doors';
const key = 'the API key that the local run prints';

/** What a team does next that sends through a door, and where its code finds the local run (docs/doors.md). */
export const doors: Record<DoorName, { step: string; note: string }> = {
  resend: {
    step: raw,
    note: `For Resend's SDK, set RESEND_BASE_URL to ${local}/resend and RESEND_API_KEY to ${key}.`,
  },
  postmark: {
    step: raw,
    note: `For Postmark's SDK, set requestHost to 127.0.0.1:3000/doors/postmark, useHttps to false and the token to ${key}.`,
  },
  smtp: {
    step: raw,
    note: `For SMTP, set the server to 127.0.0.1, the port to 2525, the user to any name and the password to ${key}.`,
  },
  supabase: {
    step: `${program} hook create supabase --name app --project https://REF.supabase.co`,
    note: 'For Supabase, give the URL and the secret of the hook to Authentication, Hooks, Send Email. Its action signup needs a template supabase-signup, and so on.',
  },
};
