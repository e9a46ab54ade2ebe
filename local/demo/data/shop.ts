/** The templates of an invented shop, by what they are about: `name | headline`, one a line. */
export const mails = {
  orders: `
    Order confirmation | Thank you for your order {{order}}
    Order shipped | Your parcel is on its way
    Order delayed | Your order {{order}} takes longer
    Order cancelled | Your order {{order}} is cancelled
    Ready for pickup | Your order {{order}} is ready
    Return received | Your return has arrived
    Return label | The label for your return
    Refund issued | {{amount}} are on their way back to you
    Back in stock | It is back in stock
    Price drop | Something on your list costs less
    Gift card | A gift card for you
    Pre-order reminder | Your pre-order ships soon
    Delivery feedback | Did everything arrive well?`,
  billing: `
    Invoice | Invoice {{order}}
    Invoice overdue | Invoice {{order}} is overdue
    Payment failed | Your payment did not go through
    Payment received | We received {{amount}}
    Card expires soon | Your card expires soon
    Subscription started | Your subscription has started
    Subscription renewed | Your subscription is renewed
    Subscription cancelled | Your subscription has ended
    Trial ends soon | Your trial ends in three days
    Credit note | Credit note {{order}}`,
  account: `
    Verify your email | Please confirm your address
    Password reset | Choose a new password
    Password changed | Your password was changed
    Magic sign-in link | Your link to sign in
    Two-factor code | Your code is {{code}}
    New device | A new device signed in
    Account locked | Your account is locked
    Email changed | Your address was changed
    Account deleted | Your account is deleted
    Data export ready | Your data are ready
    Terms updated | Our terms change
    Birthday greeting | Happy birthday, {{name|friend}}`,
  support: `
    Ticket opened | We got your question {{order}}
    Ticket answered | A new answer to {{order}}
    Ticket solved | Your question {{order}} is solved
    How did we do | How did we do?
    Outage notice | Some services are down
    Maintenance window | Maintenance on Sunday
    Feature request shipped | You asked, we built it
    Bug fixed | The fault that you reported is fixed
    Call scheduled | Our call is planned`,
  team: `
    Seat added | {{name|Someone}} joined your team
    Seat removed | {{name|Someone}} left your team
    Role changed | Your role has changed
    Mention | You were mentioned
    Task assigned | A task for you
    Task due | A task is due tomorrow
    Comment digest | New comments today
    Approval needed | Your approval is needed`,
  news: `
    Weekly digest | Your week at Northwind
    Monthly report | Your month in numbers
    Product news | What is new
    Webinar invitation | An hour about mail that arrives
    Webinar reminder | We begin in one hour
    Webinar recording | The recording is here
    Survey | Two minutes for a better shop`,
} as const;

/** Headlines in the other languages of some templates. */
export const translations: Readonly<Record<string, { de: string; pt: string }>> = {
  'order-confirmation': {
    de: 'Danke für Ihre Bestellung {{order}}',
    pt: 'Obrigado pela sua encomenda {{order}}',
  },
  'order-shipped': { de: 'Ihr Paket ist unterwegs', pt: 'A sua encomenda está a caminho' },
  'refund-issued': {
    de: '{{amount}} sind auf dem Weg zu Ihnen',
    pt: '{{amount}} estão a caminho',
  },
  'back-in-stock': { de: 'Wieder auf Lager', pt: 'De volta ao stock' },
  invoice: { de: 'Rechnung {{order}}', pt: 'Fatura {{order}}' },
  'password-reset': { de: 'Wählen Sie ein neues Passwort', pt: 'Escolha uma nova palavra-passe' },
  'two-factor-code': { de: 'Ihr Code ist {{code}}', pt: 'O seu código é {{code}}' },
  'weekly-digest': { de: 'Ihre Woche bei Northwind', pt: 'A sua semana na Northwind' },
};

/** What templates of the shop take; the first two are layouts. */
export const partials: Readonly<Record<string, readonly [name: string, html: string]>> = {
  base: [
    'Base',
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Northwind</title></head><body style="margin:0;background:#f2f3f5;font-family:Arial,sans-serif"><div style="max-width:560px;margin:24px auto;padding:32px;background:#ffffff">{{> content}}</div>{{> footer}}</body></html>',
  ],
  plain: [
    'Plain',
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Northwind</title></head><body>{{> content}}</body></html>',
  ],
  footer: [
    'Footer',
    '<p style="text-align:center;font-size:13px;color:#5c636a">Northwind, Harbour Street 4, Lisbon</p>',
  ],
  button: [
    'Button',
    '<p><a href="{{link|https://northwind.example}}" style="display:inline-block;padding:12px 24px;background:#1c4f8c;color:#ffffff">{{action|Open}}</a></p>',
  ],
  'order-lines': [
    'Order lines',
    '<table role="presentation">{{#items}}<tr><td>{{name}}</td><td>{{price}}</td></tr>{{/items}}</table>',
  ],
};

/** The addresses that an operator suppressed, with the reasons. */
export const suppressedByHand: readonly [address: string, reason: string][] = [
  ['office@lawyers.example', 'Asked by phone to get no mail'],
  ['mail@oldpartner.example', 'The contract has ended'],
  ['info@competitor.example', 'Not a customer'],
  ['rita.silva@mailbox.example', 'Erased on request (GDPR)'],
  ['b.meier@post.example', 'Erased on request (GDPR)'],
  ['noreply@robots.example', 'Answers each mail with a mail'],
  ['warehouse@northwind.example', 'Read by a printer'],
  ['test@northwind.example', 'Nobody reads it'],
];

export const firstNames = [
  ...['ada', 'grace', 'alan', 'edsger', 'barbara', 'donald', 'margaret', 'ken', 'radia', 'tim'],
  ...['frances', 'john', 'hedy', 'linus', 'karen', 'niklaus', 'anita', 'dennis', 'joan', 'leslie'],
] as const;

export const lastNames = [
  ...[
    'byron',
    'hopper',
    'turing',
    'dijkstra',
    'liskov',
    'knuth',
    'hamilton',
    'thompson',
    'perlman',
  ],
  ...['berners', 'allen', 'backus', 'lamarr', 'sparck', 'wirth', 'borg', 'ritchie', 'clarke'],
] as const;

export const domains = [
  ...['mailbox.example', 'post.example', 'inbox.example', 'acme.example', 'globex.example'],
  ...['initech.example', 'bigcorp.example', 'umbrella.example', 'hooli.example', 'uni.example'],
] as const;
