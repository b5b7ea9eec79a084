/** Where the cells of a console's submissions stand: in a column of ours, or below the titles where a column would widen the page. */

import { makeOwn } from "@citelight/shared/page/own-elements";
import { h } from "@citelight/shared/ui/dom";
import { headOf, type ConsoleRow } from "./console-markup";

export class ConsoleColumn {
  readonly #name: string;
  readonly #cells = new Map<string, HTMLTableCellElement>();
  readonly #heads = new Map<HTMLTableRowElement, HTMLTableCellElement>();
  /** Tables that have no room for a column, and those that have, by the width at which that was found. */
  readonly #narrow = new WeakMap<HTMLTableElement, number>();
  readonly #wide = new WeakMap<HTMLTableElement, number>();

  constructor(name: string) {
    this.#name = name;
  }

  /** Puts hosts where the rows of their submissions are now; a host of another page is nowhere. */
  place(rows: readonly ConsoleRow[], hostOf: (row: ConsoleRow) => HTMLElement): void {
    const shown = new Map(rows.map((one) => [one.id, one]));
    for (const [id, cell] of this.#cells) if (cell.parentNode !== (shown.get(id)?.row ?? null)) cell.remove();
    for (const table of new Set(rows.map(({ row }) => row.closest("table")))) {
      if (table === null) continue;
      const own = rows.filter(({ row }) => row.closest("table") === table);
      if (this.#isNarrow(table)) this.#below(own, hostOf);
      else this.#beside(own, hostOf, table);
    }
    for (const [head, cell] of this.#heads)
      if (!head.isConnected) {
        cell.remove();
        this.#heads.delete(head);
      }
  }

  remove(): void {
    for (const cell of [...this.#cells.values(), ...this.#heads.values()]) cell.remove();
    this.#heads.clear();
  }

  #isNarrow(table: HTMLTableElement): boolean {
    return this.#narrow.get(table) === innerWidth;
  }

  #beside(
    rows: readonly ConsoleRow[],
    hostOf: (row: ConsoleRow) => HTMLElement,
    table: HTMLTableElement,
  ): void {
    // At another width there may be room for it, or none.
    if (this.#wide.get(table) !== innerWidth) this.#takeColumn(rows, table);
    const before = widthOf(table);
    let isNew = false;
    for (const one of rows) {
      const head = headOf(one.row);
      if (head !== null && this.#heads.get(head)?.parentNode !== head) {
        const cell = this.#heads.get(head) ?? own(h("th", { scope: "col" }, this.#name));
        this.#heads.set(head, cell);
        head.append(cell);
        isNew = true;
      }
      const cell = this.#cells.get(one.id) ?? own(h("td", {}));
      this.#cells.set(one.id, cell);
      const host = hostOf(one);
      delete host.dataset.place;
      if (host.parentNode !== cell) cell.append(host);
      if (cell.parentNode !== one.row) {
        one.row.append(cell);
        isNew = true;
      }
    }
    if (!isNew) return;
    if (widthOf(table) <= before) {
      this.#wide.set(table, innerWidth);
      return;
    }
    this.#narrow.set(table, innerWidth);
    this.#takeColumn(rows, table);
    this.#below(rows, hostOf);
  }

  #takeColumn(rows: readonly ConsoleRow[], table: HTMLTableElement): void {
    for (const { id } of rows) this.#cells.get(id)?.remove();
    for (const [head, cell] of this.#heads) if (head.closest("table") === table) cell.remove();
  }

  #below(rows: readonly ConsoleRow[], hostOf: (row: ConsoleRow) => HTMLElement): void {
    for (const one of rows) {
      this.#cells.get(one.id)?.remove();
      const head = headOf(one.row);
      if (head !== null) this.#heads.get(head)?.remove();
      const host = hostOf(one);
      host.dataset.place = "below";
      if (host.parentNode !== one.summary) one.summary.append(host);
    }
  }
}

function own<T extends HTMLElement>(cell: T): T {
  makeOwn(cell, "column");
  return cell;
}

/** How far a table, or the page with it, goes beyond its place. */
function widthOf(table: HTMLTableElement): number {
  const place = table.parentElement;
  const beyond = place === null ? 0 : Math.max(0, table.offsetWidth - place.clientWidth);
  const page = document.documentElement;
  return beyond + Math.max(0, page.scrollWidth - page.clientWidth);
}
