// Written by `UPDATE_TYPES=1 cargo test --workspace`. Do not edit.
export type { Bar } from "./Bar";
export type { Figure } from "./Figure";
export type { Interval } from "./Interval";
export type { Machine } from "./Machine";
export type { Origin } from "./Origin";
export type { Plot } from "./Plot";
export type { ReadFile } from "./ReadFile";
export type { Results } from "./Results";
export type { Unit } from "./Unit";
