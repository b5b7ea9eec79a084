/** The endpoint: setting it up, asking it, what was sent. */

import { count, list, number } from "./general";

const tokensOf = (n: number): string => count(n, { one: "token", other: "tokens" });
const took = (tokens: number): string => (tokens > 0 ? ` The test used ${tokensOf(tokens)}.` : "");

export const endpointWords = {
  title: "AI second opinion (optional)",
  about:
    "Ask a language model about claims that stay inconclusive: this browser’s own, one on this computer, a provider’s or your institution’s. Or ask a Citelight server, which has its own model. Each question holds the claim, its neighbouring sentences and passages of the source, and nothing else from the page unless you turn it on under “Advanced settings”.",
  kind: "Service",
  kindHint:
    "A Citelight server has its own model and budget. Your institution or journal gives you its address.",
  kinds: {
    browser: "This browser’s own AI model",
    model: "AI model (OpenAI-compatible)",
    citelight: "Citelight server",
  },
  address: "Address",
  addressHint: "From the provider’s documentation, for example https://models.example.org/v1",
  model: "Model",
  modelHint: "The name the provider uses.",
  key: "API key",
  keyNew: "Leave empty if the service needs none.",
  keysKept: {
    stored: "A key is saved. Enter another one to replace it.",
    session: "A key is saved until you close the browser. Enter another one to replace it.",
  },
  keyHeld: "A key is in memory until you close this page. Enter another one to replace it.",
  keyMemory: "Stays in memory until you close this page. Sent only to the address above.",
  keysStored: {
    stored: "Saved on this computer, unencrypted. Sent only to the address above. Web pages can’t read it.",
    session: "Sent only to the address above. Web pages can’t read it.",
  },
  keySession: "Forget the key when I close the browser (keeps it in memory, not on disk)",
  removeKey: "Remove key",
  when: "When to ask",
  asks: {
    off: "Never",
    "on-request": "Only when I click “Ask the AI model” on a finding",
    always: "For every inconclusive claim",
  },
  local: {
    find: "Find models on this computer",
    hint: "Looks for Ollama, LM Studio and llama.cpp at their usual ports, on this computer only.",
    finding: "Looking…",
    none: "No model server found. Start Ollama, LM Studio or llama.cpp and try again.",
    notGranted: "Not looked for: the browser didn’t allow requests to this computer.",
    empty: (server: string) => `${server} runs, but has no model. Download one there.`,
    pick: (model: string, server: string) => `Use ${model} (${server})`,
    refused: (server: string) => `${server} runs, but refuses this extension. To allow it:`,
    locked: (server: string) => `${server} wants a key. Enter its address, a model and the key below.`,
    restart: {
      ollama: "Set this environment variable, then restart Ollama.",
      "lm-studio": "Start the server with this command, or turn on “Enable CORS” in its server settings.",
      "llama-cpp": "Restart llama-server with this option.",
    },
  },
  form: "Response format",
  formHint: "“Test” finds the strictest format that works.",
  forms: { schema: "JSON schema", object: "JSON object", plain: "Prompt only" },
  reasoning: "Reasoning effort",
  reasoningHint: "For reasoning models only. Others reject it.",
  reasonings: { none: "Model default", low: "Low", medium: "Medium", high: "High" },
  requests: "Maximum requests per page",
  tokens: "Maximum tokens per page",
  limitHint: "Leave empty for no limit. Each request counts with the most it could use until it is answered.",
  priceInput: "Price per million input tokens",
  priceOutput: "Price per million output tokens",
  priceHint: "With prices, findings show what they cost and you can set a cost limit. Use any one currency.",
  cost: "Maximum cost per page",
  noAmount: "Enter an amount such as 2.50, or leave it empty.",
  noPrice: "Enter both prices, such as 0.15, or leave both prices and the cost limit empty.",
  stream: "Stream answers (helps if slow answers are cut off)",
  repair: "Also ask about doubtful places in the text",
  repairHint:
    "For PDFs whose paragraphs break off: a few sentences around each place are sent. Works only if the model is asked about every inconclusive claim.",
  transcribe: "Send pages without text as images",
  transcribeHint:
    "For scanned PDF pages. Sends an image of each page to this model, which must accept images. Only when you start the check yourself and the model is asked about every inconclusive claim. Never for PDFs on OpenReview.",
  more: "Advanced settings",
  save: "Save",
  use: "Use",
  test: "Save and test",
  useTest: "Use and test",
  forget: "Remove AI model and key",
  saved: "Saved.",
  used: "In use until you close this page.",
  forgotten: "Removed.",
  keyRemoved: "Key removed.",
  testing: (host: string) => `Sending ${host} a test question…`,
  answered: (host: string, form: string, tokens: number) =>
    `${host} works. Response format: ${form}.${took(tokens)}`,
  served: (host: string, model: string, tokens: number) =>
    `${host} is a Citelight server that uses ${model}.${took(tokens)}`,
  stricter: (reason: string) => `A stricter format didn’t work: ${reason}`,
  noAddress: "This isn’t a web address. Enter one such as https://models.example.org/v1.",
  insecure: "Others could read what is sent to this address. Use https or a server on this computer.",
  noModel: "Enter the model’s name as the provider lists it.",
  noNumber: "Enter a whole number, or leave it empty.",
  notGranted:
    "Not saved: the browser didn’t allow requests to this host. Save again and allow it when asked.",
  notKept: "The settings weren’t saved. Reload this page and save again.",
  notSetUp: "The AI model was changed in the options in the meantime. Check again.",
  ask: "Ask the AI model",
  stop: "Stop asking",
  asking: (host: string) => `Asking ${host}…`,
  wouldSend: (host: string) =>
    `“Ask the AI model” sends the claim, its neighbouring sentences and passages of the source to ${host}.`,
  sent: (host: string, what: readonly string[], requests: number, tokens: number) =>
    `Sent to ${host}: ${list(what)}, in ${count(requests, { one: "request", other: "requests" })} (${tokensOf(tokens)}).`,
  requestCount: (n: number) => count(n, { one: "request", other: "requests" }),
  someHost: "the AI model",
  parts: {
    claim: "the claim",
    sentence: "the citing sentence",
    neighbours: "its neighbouring sentences",
    entries: "the references it may mean",
    passage: (n: number) =>
      ["no passage", "one passage", "two passages", "three passages"][n] ?? `${number(n)} passages`,
    citing: "sentences of papers that cite the source",
  },
  none: "Off. Nothing is sent to an AI model.",
  onRequest: (host: string) => `You can ask ${host} about inconclusive claims.`,
  always: (host: string) => `${host} is asked about inconclusive claims.`,
  setUp: "Set up an AI model",
  change: "Change",
};
