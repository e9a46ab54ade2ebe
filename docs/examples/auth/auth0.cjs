const { createHash } = require('node:crypto');

/** Auth0's custom email provider: https://auth0.com/docs/customize/email/configure-a-custom-email-provider */
exports.onExecuteCustomEmailProvider = async ({ notification, secrets, user }, api) => {
  const { subject, html, text, to, locale } = notification;
  const answer = await fetch(`${secrets.POSTRIDER_URL}/execute`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secrets.POSTRIDER_KEY}`,
      'content-type': 'application/json',
      // Each mail has its own link or code, so the same mail again is a retry.
      'idempotency-key': createHash('sha256').update(JSON.stringify(notification)).digest('hex'),
    },
    body: JSON.stringify({
      ...{ templateId: 'raw', variables: { subject, html, text } },
      ...{ _to: to, _language: locale, _reference: user?.user_id },
    }),
  });
  const { success, type, error } = await answer.json();
  if (success) return;
  const mayWork = type === 'send_failed' || [409, 429, 500, 503].includes(answer.status);
  if (mayWork) api.notification.retry(error);
  else api.notification.drop(error);
};
