import { html } from 'hono/html';
import type { MailSearch } from './search.ts';

type PagePart = ReturnType<typeof html>;

export interface Layout {
  title: string;
  list: PagePart;
  /** The open mail, or a sentence if no mail is open. */
  opened: PagePart;
  search: MailSearch;
  /** Whether a mail is open: a narrow window then shows it without the list. */
  isOpen: boolean;
}

export async function layout({ title, list, opened, search, isOpen }: Layout): Promise<string> {
  const page = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/page/inbox.svg">
<link rel="stylesheet" href="/page/inbox.css">
<script src="/page/inbox.js" defer></script>
</head>
<body${isOpen && html` class="open"`}>
<a class="skip" href="#mail">Skip to the mail</a>
<header>
<h1><a href="/">Inbox</a></h1>
<form role="search" action="/"><input type="search" name="q" value="${search.words}" placeholder="Subject or address" aria-label="Search mails"><button>Search</button></form>
<form method="post" action="/page/delete-all"><button>Delete all</button></form>
</header>
<p id="offline" role="alert" hidden>The local run does not answer. The list is as it was.</p>
<main>
<nav aria-label="Mails">${list}</nav>
<div id="mail" tabindex="-1">${opened}</div>
</main>
</body>
</html>
`;
  return page.toString();
}
