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

/** The words for a door, and for `withoutDoor`. */
export const doorWords = (door: string): string =>
  Object.entries(doors).find(([name]) => name === door)?.[1] ?? '/v1';

/** The door that a stored text names; undefined for none, and for a door of a later version. */
export function doorNamed(text: string | undefined): DoorName | undefined {
  return doorNames.find((name) => name === text);
}
