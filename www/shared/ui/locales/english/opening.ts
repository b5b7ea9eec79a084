/** Why files cannot be opened: as the core says it. */

export const opening: Readonly<Record<string, string>> = {};
