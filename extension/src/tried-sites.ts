/** Where marks were tried on real pages. Everywhere else Citelight reads by the same rules, but nobody looked. */

/** Hosts whose saved pages the tests read in a browser (tests/e2e/platforms.test.ts): whoever adds a page adds its host here. */
const TRIED_EACH_RUN = [
  "arxiv.org",
  "journals.plos.org",
  "peerj.com",
  "pmc.ncbi.nlm.nih.gov",
  "www.mdpi.com",
  "www.nature.com",
];

/** Hosts whose saved pages may not be passed on; the same test read them once (CITELIGHT_PAGES). */
const TRIED_ONCE = [
  "journals.sagepub.com",
  "link.springer.com",
  "onlinelibrary.wiley.com",
  "www.sciencedirect.com",
];

const TRIED: ReadonlySet<string> = new Set([...TRIED_EACH_RUN, ...TRIED_ONCE]);

/** Whether the marks on a site's articles were looked at. Journals of BioMed Central have one markup, and each a host of its own. */
export function wasTried(site: string): boolean {
  return TRIED.has(site) || site.endsWith(".biomedcentral.com");
}
