/** Chinese: what the extension says, to which the component's words belong. */

import type { ExtensionMessages } from "../messages";
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
import { chinese } from "./index";

export const chineseExtension: ExtensionMessages = {
  ...chinese,
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
