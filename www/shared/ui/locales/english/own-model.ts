/** The browser’s own model. */

import { count, percent } from "./general";

const claims = (n: number): string => count(n, { one: "claim", other: "claims" });

export const ownModelWords = {
  offer: (open: number) => `AI second opinion on ${claims(open)}`,
  offerDownload: (open: number) => `Download the browser’s AI model for a second opinion on ${claims(open)}`,
  about:
    "This browser’s own AI model reads each claim beside passages of its source. It runs on this computer: no account, no key, and nothing is sent anywhere.",
  download: "Download model",
  cancel: "Cancel download",
  states: {
    unavailable: "This browser has no AI model of its own that works on this device.",
    downloadable: "The browser downloads its model once, several gigabytes, and shares it between all sites.",
    downloading: "The browser is downloading its model.",
    available: "The model is ready. It runs on this computer, and nothing is sent anywhere.",
  },
  progress: (share: number) => `The browser is downloading its model: ${percent(share)}.`,
  cancelled: "Download cancelled.",
  left: (n: number) => `Asking this browser’s AI model: ${claims(n)} left.`,
  stop: "Stop asking",
  faults: {
    unavailable: "This browser’s AI model can’t be used here.",
    downloadable: "The browser hasn’t downloaded its AI model yet. Download it in the options or the panel.",
    downloading: "The browser is still downloading its AI model. Ask again later.",
    refused: "The browser refused to answer this question.",
    overflow: "The passages are longer than this browser’s AI model can read at once.",
    slow: "This browser’s AI model took too long. Other programs may be using the graphics card.",
    failed: "This browser’s AI model failed. Ask again.",
  },
  notAllowed: "The AI model wasn’t set up. Check the settings for this site.",
  testing: "Asking this browser’s AI model a test question…",
  answered: "This browser’s AI model works. Nothing was sent.",
  asking: "Asking this browser’s AI model…",
  wouldAsk:
    "“Ask the AI model” gives the claim, its neighbouring sentences and passages to this browser’s own AI model. Nothing leaves this computer.",
  read: (what: string, requests: string) =>
    `Read by this browser’s own AI model: ${what}, in ${requests}. Nothing left this computer.`,
  onRequest: "You can ask this browser’s own AI model about inconclusive claims.",
  always: "This browser’s own AI model is asked about inconclusive claims.",
};
