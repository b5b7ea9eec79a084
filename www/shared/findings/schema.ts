/**
 * Reads foreign JSON by a JSON schema: the part of the language that docs/schema is written in. What comes out has the
 * schema's form and nothing else; what the schema lets be absent or null is null.
 */

import { TimeSlices } from "../page/time-slices";

export interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly type?: string | readonly string[];
  readonly const?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  /** Keys that are names; what no schema names is left out. */
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly minimum?: number;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

/** Where a value is not what its schema says, and how. */
export class Misfit extends Error {
  readonly path: string;

  constructor(path: string, fault: string) {
    super(path.length > 0 ? `${path} ${fault}` : `the whole ${fault}`);
    this.path = path;
  }
}

/** The value as far as the schema knows it. @throws Misfit */
export function read(value: unknown, schema: Schema): unknown {
  return new Reader(schema.$defs ?? {}).read(value, schema);
}

/** The same in short slices: of an object with long lists one entry after the other. @throws Misfit */
export function readInSlices(value: unknown, schema: Schema): Promise<unknown> {
  return new Reader(schema.$defs ?? {}).readInSlices(value, schema, new TimeSlices());
}

/** The forms that a value may have: words, objects that a tag tells apart, or whatever fits. */
interface Choice {
  readonly words: ReadonlySet<string> | null;
  readonly tag: string | null;
  readonly byTag: ReadonlyMap<unknown, Schema>;
}

class Reader {
  readonly #definitions: Readonly<Record<string, Schema>>;
  // Looked at once: a file has thousands of values of each kind.
  readonly #choices = new Map<readonly Schema[], Choice>();
  readonly #path: (string | number)[] = [];

  constructor(definitions: Readonly<Record<string, Schema>>) {
    this.#definitions = definitions;
  }

  read(value: unknown, schema: Schema): unknown {
    if (schema.$ref !== undefined) return this.read(value, this.#resolve(schema));
    const branches = schema.oneOf ?? schema.anyOf;
    if (branches !== undefined) return this.#choose(value, branches);
    if (schema.const !== undefined && value !== schema.const) this.#misfit(`is not “${schema.const}”`);
    const { type, minimum } = schema;
    if (
      type !== undefined &&
      !(typeof type === "string" ? isOf(value, type) : type.some((one) => isOf(value, one)))
    )
      this.#misfit(`is ${named(value)}, not ${[type].flat().join(" or ")}`);
    if (typeof value === "number" && minimum !== undefined && value < minimum)
      this.#misfit(`is less than ${minimum}`);
    if (Array.isArray(value)) return this.#items(value, schema);
    return isObject(value) ? this.#object(value, schema) : value;
  }

  async readInSlices(value: unknown, schema: Schema, slices: TimeSlices): Promise<unknown> {
    if (!isObject(value)) return this.read(value, schema);
    const lists = Object.entries(schema.properties ?? {}).flatMap(([name, { items }]) => {
      const values = Object.hasOwn(value, name) ? value[name] : null;
      return items !== undefined && Array.isArray(values)
        ? [{ name, items, values: values as unknown[] }]
        : [];
    });
    const without = Object.fromEntries(lists.map(({ name }) => [name, []]));
    const rest = this.read({ ...value, ...without }, schema) as object;
    const taken: [string, unknown[]][] = [];
    for (const { name, items, values } of lists) {
      const entries: unknown[] = [];
      this.#path.push(name);
      for (const [index, one] of values.entries()) {
        if (slices.due()) await slices.next();
        entries.push(this.#below(index, one, items));
      }
      this.#path.pop();
      taken.push([name, entries]);
    }
    return { ...rest, ...Object.fromEntries(taken) };
  }

  #misfit(fault: string): never {
    const path = this.#path.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("");
    throw new Misfit(path.replace(/^\./, ""), fault);
  }

  #below(step: string | number, value: unknown, schema: Schema): unknown {
    this.#path.push(step);
    const taken = this.read(value, schema);
    this.#path.pop();
    return taken;
  }

  #items(values: readonly unknown[], { items }: Schema): unknown[] {
    if (items === undefined) return [...values];
    return values.map((value, index) => this.#below(index, value, items));
  }

  #object(value: Readonly<Record<string, unknown>>, schema: Schema): unknown {
    const { properties = {}, required = [], additionalProperties } = schema;
    const taken: [string, unknown][] = [];
    for (const name in properties) {
      const known = properties[name];
      if (known === undefined) continue;
      if (Object.hasOwn(value, name)) {
        taken.push([name, this.#below(name, value[name], known)]);
      } else if (required.includes(name)) {
        this.#path.push(name);
        this.#misfit("is missing");
      } else if (this.#mayBeNull(known)) {
        taken.push([name, null]);
      }
    }
    if (typeof additionalProperties === "object")
      for (const [name, one] of Object.entries(value))
        if (!Object.hasOwn(properties, name))
          taken.push([name, this.#below(name, one, additionalProperties)]);
    // Not assigned one by one: a key may be "__proto__".
    return Object.fromEntries(taken);
  }

  // Of several forms the one whose tag the value bears says best what is wrong with it.
  #choose(value: unknown, branches: readonly Schema[]): unknown {
    const { words, tag, byTag } = this.#choice(branches);
    if (words !== null && typeof value === "string") {
      if (words.has(value)) return value;
      this.#misfit(`is “${value.slice(0, 40)}”, not one of ${[...words].join(", ")}`);
    }
    if (tag !== null && isObject(value)) {
      const branch = Object.hasOwn(value, tag) ? byTag.get(value[tag]) : undefined;
      if (branch !== undefined) return this.read(value, branch);
      this.#path.push(tag);
      this.#misfit(`is not one of ${[...byTag.keys()].join(", ")}`);
    }
    const depth = this.#path.length;
    let misfit: unknown = null;
    for (const branch of branches) {
      try {
        return this.read(value, branch);
      } catch (error) {
        this.#path.length = depth;
        misfit ??= error;
      }
    }
    throw misfit;
  }

  #choice(branches: readonly Schema[]): Choice {
    const known = this.#choices.get(branches);
    if (known !== undefined) return known;
    const words = branches.flatMap((branch) => branch.const ?? []);
    const tags = branches.flatMap((branch) =>
      Object.entries(branch.properties ?? {}).flatMap(([name, { const: word }]) =>
        word === undefined ? [] : [{ name, word, branch }],
      ),
    );
    const choice = {
      words: words.length === branches.length ? new Set(words) : null,
      tag: tags[0]?.name ?? null,
      byTag: new Map(tags.map(({ word, branch }) => [word, branch])),
    };
    this.#choices.set(branches, choice);
    return choice;
  }

  #mayBeNull(schema: Schema): boolean {
    if (schema.$ref !== undefined) return this.#mayBeNull(this.#resolve(schema));
    const branches = schema.oneOf ?? schema.anyOf;
    if (branches !== undefined) return branches.some((branch) => this.#mayBeNull(branch));
    return schema.type === "null" || (Array.isArray(schema.type) && schema.type.includes("null"));
  }

  #resolve({ $ref = "" }: Schema): Schema {
    const found = this.#definitions[$ref.slice("#/$defs/".length)];
    if (found === undefined) throw new Error(`the schema has no ${$ref}`);
    return found;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isOf(value: unknown, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function named(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
