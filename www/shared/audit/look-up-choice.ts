/** What may be looked up at the scholarly sources: the reader's choice, nothing unless they said yes. */

export interface LookUp {
  /** References are looked up, and open texts of what they cite. */
  references: boolean;
  /** Where a work cannot be read, those who cite it are asked what they say of it. */
  committees: boolean;
  /** Where a work cannot be read, a service that knows passages of it is sent the claim: never of what is not published. */
  passages: boolean;
}

/** What goes further than looking references up, each chosen by itself. */
export const FURTHER = ["committees", "passages"] as const;
export type Further = (typeof FURTHER)[number];

export const NO_LOOK_UP: LookUp = { references: false, committees: false, passages: false };

/** The same choice. */
export function isSame(one: LookUp, other: LookUp): boolean {
  return one.references === other.references && FURTHER.every((name) => one[name] === other[name]);
}

/** Where a surface keeps the choice. */
export interface LookUpChoice {
  read(): Promise<LookUp>;
  /** Keeps the choice; gives what holds now (a browser may refuse what it takes). */
  write(wanted: LookUp): Promise<LookUp>;
}

const KEY = "citelight-look-up";
const REFERENCES = "yes";

/** The choice of one site's readers, kept in their browser; where it keeps nothing, for as long as the page is open. */
export class PageLookUpChoice implements LookUpChoice {
  #chosen = stored();

  read(): Promise<LookUp> {
    return Promise.resolve(this.#chosen);
  }

  write(wanted: LookUp): Promise<LookUp> {
    this.#chosen = wanted;
    try {
      const further = FURTHER.filter((name) => wanted[name]);
      if (wanted.references) localStorage.setItem(KEY, [REFERENCES, ...further].join(" "));
      else localStorage.removeItem(KEY);
    } catch {
      // Storage is closed to this page: the choice lasts while it is open.
    }
    return Promise.resolve(wanted);
  }
}

function stored(): LookUp {
  try {
    const kept = localStorage.getItem(KEY)?.split(" ") ?? [];
    return kept.length === 0
      ? NO_LOOK_UP
      : { references: true, committees: kept.includes("committees"), passages: kept.includes("passages") };
  } catch {
    return NO_LOOK_UP;
  }
}
