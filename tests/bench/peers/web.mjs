// The world that a tool is asked in: a fake scholarly web, and the proxy by which tools with fixed hosts come to it.
import { startFakeApis } from "../../fake-apis/server.mjs";
import { HOSTS } from "../../fake-apis/sources.mjs";
import { certify } from "./authority.mjs";
import { startProxy } from "./proxy.mjs";

/** What the fake web has forms for, by its prefixes; an answer to anything else says nothing of the tool that asked. */
const FORMS = /** @type {Record<string, RegExp>} */ ({
  crossref: /^(\/v1)?\/works(\/|$)/,
  openalex: /^\/works(\/|$)/,
  semanticscholar: /^\/graph\/v1\/(paper|snippet)\//,
  arxiv: /^\/(api\/query|abs\/|html\/|pdf\/|e-print\/|src\/)/,
  dblp: /^\/(search\/publ\/api$|rec\/.+\.bib$)/,
  europepmc: /^\/europepmc\/webservices\/rest\//,
  pubmed: /^\/(entrez\/eutils|pmc\/utils)\//,
  datacite: /^\/./,
  unpaywall: /^\/v2\//,
  openreview: /^\/(notes|pdf)/,
  openreview2: /^\/(notes|pdf)/,
  doi: /^\/./,
});

/** @param {string} prefix @param {string} path */
export const isKnown = (prefix, path) => FORMS[prefix]?.test(path) === true;

/** A certificate for all hosts that are simulated. @param {string} folder for its files */
export const certifyHosts = (folder) => certify(folder, Object.keys(HOSTS));

/**
 * Each tool has a server of its own over the same records, so that what is counted is his.
 *
 * @param {string} records file of the world
 * @param {import("./authority.mjs").Certificate} certificate
 */
export async function openWorld(records, certificate) {
  // Requests over a service's limit are answered and counted: nobody's verdicts suffer for his pace.
  const web = await startFakeApis({ records: [records], limits: "record", keep: 200_000 });
  const proxy = await startProxy({ web: web.url, hosts: HOSTS, certificate, isKnown });
  return {
    url: web.url,
    /** What leads a tool to this world and nowhere else. */
    network: {
      ...{ HTTPS_PROXY: proxy.url, HTTP_PROXY: proxy.url, https_proxy: proxy.url, http_proxy: proxy.url },
      ...{ NO_PROXY: "127.0.0.1", no_proxy: "127.0.0.1" },
      ...{ SSL_CERT_FILE: certificate.authority, REQUESTS_CA_BUNDLE: certificate.authority },
    },
    asked: () => {
      const broken = web.log.entries().map(({ violations }) => violations);
      const isOfDay = (/** @type {string} */ limit) => limit.endsWith("per day");
      return {
        requests: broken.length,
        /** Requests that came faster than a service allows. */
        hasty: broken.filter((limits) => limits.some((limit) => !isOfDay(limit))).length,
        /** Requests beyond what a service allows in a day to someone without a key. */
        excess: broken.filter((limits) => limits.some(isOfDay)).length,
        refused: proxy.refused(),
        unanswered: proxy.unanswered(),
      };
    },
    /** Whether doi.org knows a DOI. @param {string} doi */
    resolves: async (doi) => {
      const answered = await fetch(`${web.url}/doi/${encodeURIComponent(doi)}`, {
        method: "HEAD",
        redirect: "manual",
      });
      return answered.status !== 404;
    },
    close: async () => {
      await proxy.close();
      await web.close();
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof openWorld>>} OpenWorld */
/** @typedef {ReturnType<OpenWorld["asked"]>} Asked */
