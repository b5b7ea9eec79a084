/** What may be looked up at the scholarly sources: the reader's choice, nothing unless they said yes. */

export interface LookUp {
  /** References are looked up, and open texts of what they cite. */
  references: boolean;
  /** Where a work cannot be read, those who cite it are asked what they say of it. */
  committees: boolean;
}

export const NO_LOOK_UP: LookUp = { references: false, committees: false };

/** Where a surface keeps the choice. */
export interface LookUpChoice {
  read(): Promise<LookUp>;
  /** Keeps the choice; gives what holds now (a browser may refuse what it takes). */
  write(wanted: LookUp): Promise<LookUp>;
}

const KEY = "citelight-look-up";
const REFERENCES = "yes";
const COMMITTEES = "committees";

/** The choice of one site's readers, kept in their browser; where it keeps nothing, for as long as the page is open. */
export class PageLookUpChoice implements LookUpChoice {
  #chosen = stored();

  read(): Promise<LookUp> {
    return Promise.resolve(this.#chosen);
  }

  write(wanted: LookUp): Promise<LookUp> {
    this.#chosen = wanted;
    try {
      if (wanted.references) localStorage.setItem(KEY, wanted.committees ? COMMITTEES : REFERENCES);
      else localStorage.removeItem(KEY);
    } catch {
      // Storage is closed to this page: the choice lasts while it is open.
    }
    return Promise.resolve(wanted);
  }
}

function stored(): LookUp {
  try {
    const kept = localStorage.getItem(KEY);
    return { references: kept === REFERENCES || kept === COMMITTEES, committees: kept === COMMITTEES };
  } catch {
    return NO_LOOK_UP;
  }
}
