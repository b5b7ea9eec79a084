/** Every word a reader sees, a file for each surface: ready to be taken over into `_locales`. Short, plain, never accusing. */

import { count, list, percent } from "./words/counting";
import * as labels from "./words/labels";
import { cardWords, committeeWords, referenceWords, exportWords, panelWords } from "./words/reading";
import { endpointWords } from "./words/endpoint";
import {
  siteWords,
  privacyWords,
  storageWords,
  transferWords,
  welcomeWords,
  optionsWords,
} from "./words/choices";
import { demoWords, beforehandWords, componentWords } from "./words/pages";
import { openReviewWords } from "./words/open-review";
import { viewerWords } from "./words/viewer";
import { workerWords, extensionWords } from "./words/workings";

export { LANGUAGE } from "./words/counting";

export const words = {
  name: "Citelight",
  ...labels,
  count,
  list,
  percent,
  card: cardWords,
  committee: committeeWords,
  reference: referenceWords,
  export: exportWords,
  panel: panelWords,
  endpoint: endpointWords,
  site: siteWords,
  privacy: privacyWords,
  storage: storageWords,
  transfer: transferWords,
  welcome: welcomeWords,
  options: optionsWords,
  demo: demoWords,
  beforehand: beforehandWords,
  component: componentWords,
  worker: workerWords,
  extension: extensionWords,
  openReview: openReviewWords,
  viewer: viewerWords,
} as const;
