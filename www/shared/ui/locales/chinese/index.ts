/** Chinese, in simplified characters. */

import type { Messages } from "../messages";
import { cardWords, committeeWords, referenceWords, reviewWords, triageWords } from "./card";
import {
  findingsPlaceWords,
  optionsWords,
  privacyWords,
  siteWords,
  sourceKeyWords,
  storageWords,
  transferWords,
  welcomeWords,
} from "./choices";
import { chairWords } from "./chairs";
import { copiesWords } from "./copies";
import * as core from "./core";
import { endpointWords } from "./endpoint";
import { ownModelWords } from "./own-model";
import { general } from "./general";
import * as labels from "./labels";
import { openReviewWords } from "./open-review";
import { beforehandWords, demoWords, intakeWords } from "./pages";
import { answerWords, exportWords, panelWords } from "./panel";
import { keptWords, problemsWords, restoredWords } from "./persistence";
import { headlineWords, reasonWords } from "./reasons";
import { report } from "./report";
import { sourceWords } from "./sources";
import { viewerWords } from "./viewer";
import { extensionWords, failureWords } from "./background";

export const chinese: Messages = {
  ...general,
  ...labels,
  ...core,
  reason: reasonWords,
  headline: headlineWords,
  card: cardWords,
  triage: triageWords,
  review: reviewWords,
  committee: committeeWords,
  reference: referenceWords,
  export: exportWords,
  report,
  answers: answerWords,
  panel: panelWords,
  restored: restoredWords,
  kept: keptWords,
  problems: problemsWords,
  copies: copiesWords,
  endpoint: endpointWords,
  ownModel: ownModelWords,
  site: siteWords,
  privacy: privacyWords,
  storage: storageWords,
  transfer: transferWords,
  welcome: welcomeWords,
  options: optionsWords,
  findingsPlace: findingsPlaceWords,
  sourceKeys: sourceKeyWords,
  demo: demoWords,
  intake: intakeWords,
  beforehand: beforehandWords,
  failure: failureWords,
  extension: extensionWords,
  openReview: openReviewWords,
  chairs: chairWords,
  sources: sourceWords,
  viewer: viewerWords,
};
