/** In each page of a site that the reader chose: checks it if it is an article. */

import { looksLikeArticle } from "@citelight/shared/article/looks-like";
import { pageAudit } from "./page";

if (looksLikeArticle(document)) void pageAudit().start("automatic");
