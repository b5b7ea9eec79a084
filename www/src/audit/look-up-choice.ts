/** Whether references may be looked up at the scholarly sources: the reader's choice, no unless they said yes. */

/** Where a surface keeps the choice. */
export interface LookUpChoice {
  read(): Promise<boolean>;
  /** Keeps the choice; gives what holds now (a browser may refuse what it takes). */
  write(wanted: boolean): Promise<boolean>;
}

const KEY = "citelight-look-up";

/** The choice of one site's readers, kept in their browser; where it keeps nothing, for as long as the page is open. */
export class PageLookUpChoice implements LookUpChoice {
  #chosen = stored();

  read(): Promise<boolean> {
    return Promise.resolve(this.#chosen);
  }

  write(wanted: boolean): Promise<boolean> {
    this.#chosen = wanted;
    try {
      if (wanted) localStorage.setItem(KEY, "yes");
      else localStorage.removeItem(KEY);
    } catch {
      // Storage is closed to this page: the choice lasts while it is open.
    }
    return Promise.resolve(wanted);
  }
}

function stored(): boolean {
  try {
    return localStorage.getItem(KEY) === "yes";
  } catch {
    return false;
  }
}
