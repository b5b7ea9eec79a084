/** Why a model could not be stored or read, and what to do next. */

export type ModelFailure =
  /** The browser grants too little storage. What came is kept. */
  | "quota"
  /** The connection broke. What came is kept. */
  | "interrupted"
  /** The caller's signal stopped it. What came is kept. */
  | "stopped"
  /** The server will not give the file. */
  | "server"
  /** The content is not the one that the catalogue names. It was deleted. */
  | "refused"
  /** Another page or worker is fetching it. */
  | "busy"
  /** It is not stored. */
  | "missing"
  /** The storage itself failed. */
  | "storage";

export class ModelStoreError extends Error {
  override name = "ModelStoreError";

  constructor(
    readonly kind: ModelFailure,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Megabytes as people read them. */
export function size(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

const KEPT = "What came so far is kept; add the model again to go on from there.";

/** A fault of the storage as an error that says what to do. */
export function storageError(what: string, fault: unknown): ModelStoreError {
  if (fault instanceof ModelStoreError) return fault;
  // The name, not the class: browsers are changing the latter.
  const name = fault instanceof Error ? fault.name : "";
  if (name === "QuotaExceededError")
    return new ModelStoreError(
      "quota",
      `The browser's storage is full, so ${what} could not be stored. Remove a model or free space on the disk. ${KEPT}`,
      { cause: fault },
    );
  const reason = fault instanceof Error ? fault.message : String(fault);
  return new ModelStoreError(
    "storage",
    `The browser could not store or read ${what}: ${reason}. In a private window storage may be switched off.`,
    { cause: fault },
  );
}

export function interrupted(what: string, fault: unknown): ModelStoreError {
  const reason = fault instanceof Error ? fault.message : String(fault);
  return new ModelStoreError("interrupted", `${what} broke off: ${reason}. ${KEPT}`, { cause: fault });
}

export function stopped(what: string): ModelStoreError {
  return new ModelStoreError("stopped", `${what} was stopped. ${KEPT}`);
}
