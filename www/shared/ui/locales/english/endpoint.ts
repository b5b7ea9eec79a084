/** The endpoint: setting it up, asking it, what was sent. */

import { count, list, number } from "./general";

const tokensOf = (n: number): string => count(n, { one: "token", other: "tokens" });
const took = (tokens: number): string => (tokens > 0 ? ` The test took ${tokensOf(tokens)}.` : "");

export const endpointWords = {
  title: "A model for what stays open",
  about:
    "Claims that cannot be settled here can be put to a language model of your choice: a provider’s, your institution’s, or one on this machine; or to a Citelight server, which asks one. For each claim the claim, its neighbouring sentences and up to three passages of the source are sent; nothing else of the page.",
  kind: "What answers",
  kindHint:
    "A Citelight server has a model and a budget of its own; your institution or the journal names it.",
  kinds: { model: "A model (OpenAI-compatible)", citelight: "A Citelight server" },
  address: "Address",
  addressHint: "As its documentation gives it, such as https://models.example.org/v1",
  model: "Model",
  modelHint: "Its name there.",
  key: "Key",
  keyNew: "Left empty if the endpoint wants none.",
  keysKept: {
    stored: "A key is saved. Type another one to replace it.",
    session: "A key is held until the browser is closed. Type another one to replace it.",
  },
  keyHeld: "A key is held in memory until this page is closed. Type another one to replace it.",
  keyMemory: "Kept in memory until this page is closed, and sent to the address above only.",
  keysStored: {
    stored:
      "Kept by the extension on this computer, unencrypted, and sent to the address above only. No page can read it.",
    session: "Sent to the address above only. No page can read it.",
  },
  keySession: "Forget the key when the browser is closed (it is kept in memory, not on this computer’s disk)",
  removeKey: "Remove key",
  when: "When it is asked",
  asks: {
    off: "Never",
    "on-request": "Only when I press “Ask the endpoint” on a finding",
    always: "For every claim that stays open",
  },
  form: "How answers are held to their form",
  formHint: "The test finds the strictest that works.",
  forms: { schema: "JSON schema", object: "JSON object", plain: "By the prompt alone" },
  reasoning: "Thinking",
  reasoningHint: "For thinking models. Others refuse it.",
  reasonings: { none: "Leave it to the model", low: "Little", medium: "Medium", high: "Much" },
  requests: "Requests for one page, at most",
  tokens: "Tokens for one page, at most",
  limitHint: "Empty: no limit. The most that a request can take is set aside before it is sent.",
  priceInput: "Price of a million tokens read",
  priceOutput: "Price of a million tokens written",
  priceHint: "With prices each finding says what it cost, and the cost can be limited. In any one currency.",
  cost: "Cost for one page, at most",
  noAmount: "Give an amount like 2.50, or leave it empty.",
  noPrice: "Give both prices as amounts like 0.15, or leave both empty, and the limit of the cost too.",
  stream: "Take answers in pieces, where slow answers are cut off",
  more: "More settings",
  save: "Save",
  use: "Use",
  test: "Save and test",
  useTest: "Use and test",
  forget: "Remove endpoint and key",
  saved: "Saved.",
  used: "In use until this page is closed.",
  forgotten: "Removed.",
  keyRemoved: "The key was removed.",
  testing: (host: string) => `Asking ${host} one tiny question…`,
  answered: (host: string, form: string, tokens: number) =>
    `${host} answers as it is asked to. Form: ${form}.${took(tokens)}`,
  served: (host: string, model: string, tokens: number) =>
    `${host} is a Citelight server and answers with ${model}.${took(tokens)}`,
  stricter: (reason: string) => `A stricter form was not taken: ${reason}`,
  noAddress: "This is no web address. Give one like https://models.example.org/v1.",
  insecure: "What is sent to this address could be read on the way. Use https, or a server on this machine.",
  noModel: "Name the model, as the endpoint lists it.",
  noNumber: "Give a whole number, or leave it empty.",
  notGranted: "The browser did not allow requests to this host. Nothing was saved; save again and allow it.",
  notKept: "The endpoint could not be saved. Reload this page and save again.",
  notSetUp: "Another endpoint was set up in the options meanwhile; check again.",
  ask: "Ask the endpoint",
  stop: "Stop asking",
  asking: (host: string) => `Asking ${host}…`,
  wouldSend: (host: string) =>
    `“Ask the endpoint” sends the claim, its neighbours and up to three passages to ${host}.`,
  sent: (host: string, what: readonly string[], requests: number, tokens: number) =>
    `Sent to ${host}: ${list(what)}, in ${count(requests, { one: "request", other: "requests" })} (${tokensOf(tokens)}).`,
  someHost: "the endpoint",
  parts: {
    claim: "the claim",
    sentence: "the citing sentence",
    neighbours: "its neighbours",
    entries: "the entries that it may point at",
    passage: (n: number) =>
      ["no passage", "one passage", "two passages", "three passages"][n] ?? `${number(n)} passages`,
    citing: "sentences of papers that cite the source",
  },
  none: "What stays open is put to nobody.",
  onRequest: (host: string) => `What stays open can be put to ${host}.`,
  always: (host: string) => `What stays open is put to ${host}.`,
  setUp: "Set up an endpoint",
  change: "Change",
};
