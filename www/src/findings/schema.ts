/**
 * Reads foreign JSON by a JSON schema: the part of the language that docs/schema is written in. What comes out has the
 * schema's form and nothing else; what the schema lets be absent or null is null.
 */

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
  return new Reader(schema.$defs ?? {}).read(value, schema, "");
}

class Reader {
  readonly #definitions: Readonly<Record<string, Schema>>;

  constructor(definitions: Readonly<Record<string, Schema>>) {
    this.#definitions = definitions;
  }

  read(value: unknown, schema: Schema, path: string): unknown {
    if (schema.$ref !== undefined) return this.read(value, this.#resolve(schema), path);
    const branches = schema.oneOf ?? schema.anyOf;
    if (branches !== undefined) return this.#choose(value, branches, path);
    if (schema.const !== undefined) {
      if (value !== schema.const) throw new Misfit(path, `is not “${schema.const}”`);
      return value;
    }
    const types = schema.type === undefined ? [] : [schema.type].flat();
    if (types.length > 0 && !types.some((type) => isOf(value, type)))
      throw new Misfit(path, `is ${named(value)}, not ${types.join(" or ")}`);
    if (typeof value === "number" && schema.minimum !== undefined && value < schema.minimum)
      throw new Misfit(path, `is less than ${schema.minimum}`);
    if (Array.isArray(value)) return this.#items(value, schema, path);
    if (isObject(value)) return this.#object(value, schema, path);
    return value;
  }

  #items(values: readonly unknown[], { items }: Schema, path: string): unknown[] {
    if (items === undefined) return [...values];
    return values.map((value, index) => this.read(value, items, `${path}[${index}]`));
  }

  #object(value: Readonly<Record<string, unknown>>, schema: Schema, path: string): unknown {
    const { properties = {}, required = [], additionalProperties } = schema;
    const below = (name: string): string => (path.length > 0 ? `${path}.${name}` : name);
    const taken: [string, unknown][] = [];
    for (const [name, known] of Object.entries(properties)) {
      if (Object.hasOwn(value, name)) taken.push([name, this.read(value[name], known, below(name))]);
      else if (required.includes(name)) throw new Misfit(below(name), "is missing");
      else if (this.#mayBeNull(known)) taken.push([name, null]);
    }
    if (typeof additionalProperties === "object")
      for (const [name, one] of Object.entries(value))
        if (!Object.hasOwn(properties, name))
          taken.push([name, this.read(one, additionalProperties, below(name))]);
    // Not assigned one by one: a key may be "__proto__".
    return Object.fromEntries(taken);
  }

  // Of several forms the one whose tag the value bears says best what is wrong with it.
  #choose(value: unknown, branches: readonly Schema[], path: string): unknown {
    const words = branches.flatMap((branch) => branch.const ?? []);
    if (typeof value === "string" && words.length === branches.length) {
      if (words.includes(value)) return value;
      throw new Misfit(path, `is “${value.slice(0, 40)}”, not one of ${words.join(", ")}`);
    }
    const tagged = isObject(value) ? this.#tagged(value, branches, path) : null;
    if (tagged !== null) return this.read(value, tagged, path);
    let misfit: unknown = null;
    for (const branch of branches) {
      try {
        return this.read(value, branch, path);
      } catch (error) {
        misfit ??= error;
      }
    }
    throw misfit;
  }

  #tagged(
    value: Readonly<Record<string, unknown>>,
    branches: readonly Schema[],
    path: string,
  ): Schema | null {
    const tagOf = ({ properties = {} }: Schema): [string, string] | null => {
      for (const [name, { const: word }] of Object.entries(properties))
        if (word !== undefined) return [name, word];
      return null;
    };
    const tags = branches.flatMap((branch) => {
      const tag = tagOf(branch);
      return tag === null ? [] : [{ branch, name: tag[0], word: tag[1] }];
    });
    const [first] = tags;
    if (first === undefined) return null;
    const found = tags.find(({ name, word }) => Object.hasOwn(value, name) && value[name] === word);
    if (found !== undefined) return found.branch;
    throw new Misfit(
      path.length > 0 ? `${path}.${first.name}` : first.name,
      `is not one of ${tags.map(({ word }) => word).join(", ")}`,
    );
  }

  #mayBeNull(schema: Schema): boolean {
    if (schema.$ref !== undefined) return this.#mayBeNull(this.#resolve(schema));
    const branches = schema.oneOf ?? schema.anyOf;
    if (branches !== undefined) return branches.some((branch) => this.#mayBeNull(branch));
    return [schema.type ?? []].flat().includes("null");
  }

  #resolve({ $ref = "" }: Schema): Schema {
    const found = this.#definitions[$ref.replace("#/$defs/", "")];
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
