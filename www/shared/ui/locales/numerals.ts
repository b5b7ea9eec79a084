/** Numbers, lists, times and plural forms as a language writes them: all by the browser's own Intl. */

/** What is counted, by the plural rules of its language; languages without plural have `other` alone. */
export type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

export interface Numerals {
  /** `1,234`. */
  number: (n: number) => string;
  /** `0.86`. */
  decimal: (n: number, digits?: number) => string;
  /** `86%`. */
  percent: (share: number) => string;
  /** `1.5 MB`. */
  megabytes: (n: number, digits?: number) => string;
  /** `a, b and c`. */
  list: (parts: readonly string[]) => string;
  /** The hour of the day, with seconds. */
  time: (at: number) => string;
  /** A day in the calendar. */
  day: (at: number) => string;
  /** The form that goes with a number. */
  form: (n: number, forms: Forms) => string;
  /** A number with its form: `2 citations`. */
  count: (n: number, forms: Forms) => string;
}

export function numerals(language: string): Numerals {
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const share = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 });
  const names = new Intl.ListFormat(language, { type: "conjunction" });
  const clock = new Intl.DateTimeFormat(language, { timeStyle: "medium" });
  const calendar = new Intl.DateTimeFormat(language, { dateStyle: "long" });
  const rules = new Intl.PluralRules(language);
  const fixed = (digits: number, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
    new Intl.NumberFormat(language, {
      ...options,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  const form = (n: number, forms: Forms): string => forms[rules.select(n)] ?? forms.other;
  return {
    number: (n) => whole.format(n),
    decimal: (n, digits = 2) => fixed(digits).format(n),
    percent: (n) => share.format(n),
    megabytes: (n, digits = 0) => fixed(digits, { style: "unit", unit: "megabyte" }).format(n),
    list: (parts) => names.format(parts),
    time: (at) => clock.format(at),
    day: (at) => calendar.format(at),
    form,
    count: (n, forms) => `${whole.format(n)} ${form(n, forms)}`,
  };
}
