/** The ways into the service besides `/v1`, each with its name in a sentence such as "Requested through …". */
export const doors = {
  resend: "Resend's API",
  postmark: "Postmark's API",
  smtp: 'SMTP',
  supabase: "Supabase's hook",
} as const;

export type DoorName = keyof typeof doors;

export const doorNames = Object.keys(doors) as DoorName[];

/** What a message without a door came by, where messages are grouped by doors. */
export const withoutDoor = 'v1' as const;

/** The door that a stored text names; undefined for none, and for a door of a later version. */
export function doorNamed(text: string | undefined): DoorName | undefined {
  return doorNames.find((name) => name === text);
}

/** The words for a door, and for `withoutDoor`. */
export function doorWords(text: string): string {
  const door = doorNamed(text);
  return door ? doors[door] : '/v1';
}

/** The stage of the API whose routes are doors, which is the first part of their paths (lib/routes.ts). */
export const doorsStage = 'doors';

/** The template whose flow sends mails that bring their own content. An account without it takes none. */
export const rawTemplate = 'raw';
