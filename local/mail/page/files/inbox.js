/* Keeps the list of mails up to date. The page works without this script, but has to be loaded again to show new mails. */

const everyMs = 1000;
const [, open] = /^\/mails\/([^/]+)/.exec(location.pathname) ?? [];
const address = new URL('/page/list', location.href);
address.search = location.search;
if (open) address.searchParams.set('open', open);

let shown;

async function refresh() {
  const answer = await fetch(address).catch(() => undefined);
  document.getElementById('offline').hidden = Boolean(answer?.ok);
  if (!answer?.ok) return;
  const text = await answer.text();
  if (text !== shown) show(text);
  shown = text;
}

/** Puts the new list in the place of the old one. The keyboard stays on the mail that it was on. */
function show(text) {
  const old = document.getElementById('list');
  const focused = old.contains(document.activeElement)
    ? document.activeElement.getAttribute('href')
    : undefined;
  const list = new DOMParser().parseFromString(text, 'text/html').getElementById('list');
  old.replaceWith(list);
  for (const link of focused ? list.querySelectorAll('a') : []) {
    if (link.getAttribute('href') === focused) link.focus();
  }
}

async function refreshForever() {
  if (!document.hidden) await refresh();
  setTimeout(refreshForever, everyMs);
}

refreshForever();
