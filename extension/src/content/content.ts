/** In the page that the reader clicked on: picture of the article, marks and card. No core here; it obeys no page's content policy. */

import { pageAudit } from "./page";

// Injected again on a page where it is already, it starts over.
void pageAudit().start("click");
