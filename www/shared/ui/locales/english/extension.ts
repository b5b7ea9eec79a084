/** English: what the extension says, to which the component's words belong. */

import {
  addedModelWords,
  findingsPlaceWords,
  optionsWords,
  privacyWords,
  siteWords,
  sourceKeyWords,
  transferWords,
  welcomeWords,
} from "./choices";
import { chairWords } from "./chairs";
import { openReviewWords } from "./open-review";
import { english } from "./index";

export const englishExtension = {
  ...english,
  site: siteWords,
  privacy: privacyWords,
  transfer: transferWords,
  welcome: welcomeWords,
  options: optionsWords,
  findingsPlace: findingsPlaceWords,
  sourceKeys: sourceKeyWords,
  addedModels: addedModelWords,
  openReview: openReviewWords,
  chairs: chairWords,
};
