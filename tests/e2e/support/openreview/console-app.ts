/** How a console's tables behave, as the web app's were seen to; the code is these tests' own. */

export interface ConsoleTab {
  id: string;
  kind: "papers" | "people" | "empty";
}

export interface ConsoleData {
  tabs: ConsoleTab[];
  /** The tab that is open at first. */
  open: string;
  /** Markup of each submission's row. */
  rows: string[];
  /** Markup of the table with its menu, without rows. */
  table: string;
  people: string;
  /** Rows on a page; null if there are no pages. */
  page: number | null;
  drawMs: number;
}

/** Runs in the page: needs nothing but its data. */
function app(data: ConsoleData): void {
  const parsed = (html: string, wrap: (html: string) => string, selector: string): HTMLElement => {
    const element = new DOMParser()
      .parseFromString(wrap(html), "text/html")
      .querySelector<HTMLElement>(selector);
    if (element === null) throw new Error("no element");
    return element;
  };
  const newRow = (html: string): HTMLElement =>
    parsed(html, (row) => `<table><tbody>${row}</tbody></table>`, "tr");
  const newTable = (html: string): HTMLElement => parsed(html, (table) => table, ".table-container");
  let page = 1;
  let isReversed = false;
  let search = "";
  // Rows are keyed: as long as they are drawn, they stay the same elements.
  let drawn = new Map<number, HTMLElement>();

  const pane = (): HTMLElement | null => document.querySelector(".tab-content > .tab-pane");

  const drawRows = (): void => {
    const place = pane();
    if (place === null) return;
    let found = data.rows.map((_, at) => at);
    found = found.filter((at) =>
      newRow(data.rows[at] ?? "")
        .textContent.toLowerCase()
        .includes(search),
    );
    if (isReversed) found.reverse();
    const count = found.length;
    const size = data.page ?? Math.max(1, count);
    const first = (page - 1) * size;
    found = found.slice(first, first + size);
    if (found.length === 0 || place.querySelector("table") === null) {
      const input = place.querySelector<HTMLInputElement>(".search-input");
      place.replaceChildren(newTable(data.table));
      const again = place.querySelector<HTMLInputElement>(".search-input");
      if (again !== null && input !== null) again.value = input.value;
      drawn = new Map();
    }
    const kept = new Map(found.map((at) => [at, drawn.get(at) ?? newRow(data.rows[at] ?? "")]));
    drawn = kept;
    place.querySelector("tbody")?.replaceChildren(...kept.values());
    place.querySelector(".pagination-container")?.remove();
    if (data.page === null) return;
    const pages = document.createElement("div");
    pages.className = "pagination-container text-center";
    const list = document.createElement("ul");
    list.className = "pagination";
    for (let number = 1; number <= Math.ceil(count / size); number += 1) {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = "#";
      link.textContent = String(number);
      link.addEventListener("click", (event) => {
        event.preventDefault();
        page = number;
        drawRows();
      });
      item.append(link);
      list.append(item);
    }
    const told = document.createElement("div");
    told.className = "pagination-count";
    told.textContent = `Showing ${first + 1}-${first + found.length} of ${count}`;
    pages.append(list, told);
    place.append(pages);
  };

  const listen = (): void => {
    let typing: ReturnType<typeof setTimeout> | undefined;
    document.querySelector(".tab-content")?.addEventListener("input", (event) => {
      const { target } = event;
      if (!(target instanceof HTMLInputElement) || !target.matches(".search-input")) return;
      clearTimeout(typing);
      typing = setTimeout(() => {
        search = target.value.toLowerCase();
        page = 1;
        drawRows();
      }, 300);
    });
    document.querySelector(".tab-content")?.addEventListener("click", (event) => {
      if (!(event.target instanceof Element) || event.target.closest(".sort-button") === null) return;
      isReversed = !isReversed;
      drawRows();
    });
  };

  const openTab = (id: string): void => {
    const place = pane();
    const tab = data.tabs.find((one) => one.id === id);
    if (place === null || tab === undefined) return;
    place.id = id;
    place.replaceChildren();
    drawn = new Map();
    history.replaceState(null, "", `#${id}`);
    setTimeout(() => {
      if (tab.kind === "papers") drawRows();
      else if (tab.kind === "people") place.replaceChildren(newTable(data.people));
    }, data.drawMs);
  };

  for (const link of document.querySelectorAll<HTMLAnchorElement>(".tabs-container .nav-tabs a"))
    link.addEventListener("click", (event) => {
      event.preventDefault();
      openTab(link.hash.slice(1));
    });
  listen();
  openTab(data.open);
}

/** The script of a console's page. */
export const consoleApp = (data: ConsoleData): string => `(${app.toString()})(${JSON.stringify(data)})`;
