import { mailPasswordReset } from './password-reset.js';

const [email = 'ada@inbox.example.com', token = 'token-1'] = process.argv.slice(2);
const refusal = await mailPasswordReset({ name: 'Ada', email }, token);
console.log(refusal ?? `Sent to ${email}.`);
process.exitCode = refusal === null ? 0 : 1;
