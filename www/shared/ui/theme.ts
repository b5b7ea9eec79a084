/** Light or dark, for every host of ours on the page. */

export type ThemeChoice = "auto" | "light" | "dark";

export class Theme {
  readonly #query = matchMedia("(prefers-color-scheme: dark)");
  readonly #hosts = new Set<WeakRef<HTMLElement>>();
  #choice: ThemeChoice;

  constructor(choice: ThemeChoice = "auto") {
    this.#choice = choice;
    this.#query.addEventListener("change", () => {
      this.#apply();
    });
  }

  get isDark(): boolean {
    return this.#choice === "auto" ? this.#query.matches : this.#choice === "dark";
  }

  choose(choice: ThemeChoice): void {
    this.#choice = choice;
    this.#apply();
  }

  attach(host: HTMLElement): void {
    this.#hosts.add(new WeakRef(host));
    host.dataset.theme = this.isDark ? "dark" : "light";
  }

  #apply(): void {
    for (const ref of this.#hosts) {
      const host = ref.deref();
      if (host === undefined) this.#hosts.delete(ref);
      else host.dataset.theme = this.isDark ? "dark" : "light";
    }
  }
}
