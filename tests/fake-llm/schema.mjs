// Whether an answer fits the response format that was asked for.
import { Ajv } from "ajv";
import { parseJson } from "../fake-apis/answer.mjs";

/** @typedef {import("./asked.mjs").Format} Format */

const COMPILED = 100;

/** Checks answers; schemas are compiled once. */
export class Formats {
  #ajv = new Ajv({ strict: false });
  /** @type {Map<string, import("ajv").ValidateFunction>} */
  #compiled = new Map();

  /**
   * @param {Format | undefined} format
   * @param {string | undefined} content
   * @returns {boolean | undefined} undefined where no format was asked for
   */
  fits(format, content) {
    if (!format || format.type === "text") return undefined;
    const value = content === undefined ? undefined : parseJson(content);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    return format.schema ? this.#validate(format.schema)(value) : true;
  }

  /**
   * Why a schema is none.
   *
   * @param {Format | undefined} format
   * @returns {string | undefined}
   */
  fault(format) {
    try {
      if (format?.schema) this.#validate(format.schema);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** @param {object} schema */
  #validate(schema) {
    const key = JSON.stringify(schema);
    const known = this.#compiled.get(key);
    if (known) return known;
    if (this.#compiled.size >= COMPILED) {
      this.#compiled.clear();
      this.#ajv = new Ajv({ strict: false });
    }
    // Which draft it is of says nothing about what the services take.
    /** @type {import("ajv").SchemaObject} */
    const ofNoDraft = { ...schema };
    delete ofNoDraft.$schema;
    const validate = this.#ajv.compile(ofNoDraft);
    this.#compiled.set(key, validate);
    return validate;
  }
}
