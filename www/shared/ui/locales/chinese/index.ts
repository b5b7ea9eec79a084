/** Chinese, in simplified characters. */

import type { Messages } from "../messages";
import { cardWords, committeeWords, referenceWords, reviewWords, triageWords } from "./card";
import { policyWords, storageWords } from "./choices";
import { copiesWords } from "./copies";
import * as core from "./core";
import { endpointWords } from "./endpoint";
import { opening } from "./opening";
import { ownModelWords } from "./own-model";
import { general } from "./general";
import * as labels from "./labels";
import { beforehandWords, demoWords, intakeWords } from "./pages";
import { answerWords, exportWords, panelWords } from "./panel";
import { keptWords, problemsWords, restoredWords } from "./persistence";
import { headlineWords, reasonWords } from "./reasons";
import { sourceWords } from "./sources";
import { summary } from "./summaries";
import { viewerWords } from "./viewer";
import { extensionWords, failureWords } from "./background";

export const chinese: Messages = {
  ...general,
  ...labels,
  ...core,
  summary,
  opening,
  reason: reasonWords,
  headline: headlineWords,
  card: cardWords,
  triage: triageWords,
  review: reviewWords,
  committee: committeeWords,
  reference: referenceWords,
  export: exportWords,
  answers: answerWords,
  panel: panelWords,
  policy: policyWords,
  restored: restoredWords,
  kept: keptWords,
  problems: problemsWords,
  copies: copiesWords,
  endpoint: endpointWords,
  ownModel: ownModelWords,
  storage: storageWords,
  demo: demoWords,
  intake: intakeWords,
  beforehand: beforehandWords,
  failure: failureWords,
  extension: extensionWords,
  sources: sourceWords,
  viewer: viewerWords,
};
