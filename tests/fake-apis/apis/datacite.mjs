// DataCite: api.datacite.org (/dois, /dois/{doi}) and data.crosscite.org (/{doi}, /{type}/{doi}).
import { decode, integer, json, raw, remember, textElement } from "../answer.mjs";
import { toBibtex, toCsl, toReference, toRis } from "../formats.mjs";
import { dateOf } from "../identities.mjs";
import { fullTitle } from "../store.mjs";

/** @typedef {import("../store.mjs").Work} Work */

const missing = () =>
  json(
    { errors: [{ status: "404", title: "The resource you are looking for doesn't exist." }] },
    404,
    "application/json; charset=utf-8",
  );

const resource = remember((/** @type {Work} */ work) => {
  const doi = work.doi ?? "";
  const [prefix = "", ...rest] = doi.split("/");
  const date = dateOf(work);
  const preprint = work.arxiv !== null;
  const client = preprint ? "arxiv.content" : "cern.zenodo";
  /** @param {string} type */
  const none = (type) => ({ [type]: { data: [] } });
  return {
    id: doi,
    type: "dois",
    attributes: {
      doi,
      prefix,
      suffix: rest.join("/"),
      identifiers: [],
      alternateIdentifiers: preprint
        ? [{ alternateIdentifierType: "arXiv", alternateIdentifier: work.arxiv }]
        : [],
      creators: work.authors.map(({ given, family }) => ({
        name: given ? `${family}, ${given}` : family,
        nameType: "Personal",
        givenName: given,
        familyName: family,
        affiliation: [],
        nameIdentifiers: [],
      })),
      titles: [{ title: fullTitle(work) }],
      publisher: work.publisher ?? (preprint ? "arXiv" : "Zenodo"),
      container: {},
      publicationYear: work.year,
      subjects: [],
      contributors: [],
      dates: [{ date, dateType: "Issued" }],
      language: null,
      types: preprint
        ? {
            ris: "GEN",
            bibtex: "article",
            citeproc: "article-journal",
            schemaOrg: "ScholarlyArticle",
            resourceType: "Article",
            resourceTypeGeneral: "Preprint",
          }
        : {
            ris: "GEN",
            bibtex: "misc",
            citeproc: "article",
            schemaOrg: "CreativeWork",
            resourceTypeGeneral: "Text",
          },
      relatedIdentifiers: [],
      relatedItems: [],
      sizes: [],
      formats: [],
      version: null,
      rightsList: [],
      descriptions: work.abstract ? [{ description: work.abstract, descriptionType: "Abstract" }] : [],
      geoLocations: [],
      fundingReferences: [],
      xml: Buffer.from(
        `<resource><titles>${textElement("title", fullTitle(work))}</titles></resource>`,
      ).toString("base64"),
      url: work.url ?? `https://doi.org/${doi}`,
      contentUrl: null,
      metadataVersion: 1,
      schemaVersion: "http://datacite.org/schema/kernel-4",
      source: "mds",
      isActive: true,
      state: "findable",
      reason: null,
      viewCount: 0,
      viewsOverTime: [],
      downloadCount: 0,
      downloadsOverTime: [],
      referenceCount: 0,
      citationCount: 0,
      citationsOverTime: [],
      partCount: 0,
      partOfCount: 0,
      versionCount: 0,
      versionOfCount: 0,
      created: `${date}T12:00:00.000Z`,
      registered: `${date}T12:00:01.000Z`,
      published: String(work.year ?? ""),
      updated: `${date}T12:00:02.000Z`,
    },
    relationships: {
      client: { data: { id: client, type: "clients" } },
      provider: { data: { id: client.split(".", 1)[0], type: "providers" } },
      media: { data: { id: doi, type: "media" } },
      ...none("references"),
      ...none("citations"),
      ...none("parts"),
      ...none("partOf"),
      ...none("versions"),
      ...none("versionOf"),
    },
  };
});

/** @param {Work} work */
function clientOf(work) {
  const { id } = resource(work).relationships.client.data;
  const [provider = "", name = ""] = id.split(".");
  return {
    id,
    type: "clients",
    attributes: {
      name,
      symbol: id.toUpperCase(),
      year: 2013,
      alternateName: name,
      description: "",
      language: ["en"],
      clientType: "repository",
      domains: "*",
      re3data: null,
      opendoar: null,
      issn: {},
      url: `https://${name}.example.org/`,
      created: "2013-01-28T12:07:48.000Z",
      updated: "2020-06-26T12:22:29.000Z",
      isActive: true,
    },
    relationships: { provider: { data: { id: provider, type: "providers" } }, prefixes: { data: [] } },
  };
}

/**
 * @param {Work} work
 * @param {string} type
 */
function negotiated(work, type) {
  if (type.includes("x-bibtex")) return raw(toBibtex(work), "application/x-bibtex; charset=utf-8");
  if (type.includes("research-info"))
    return raw(toRis(work), "application/x-research-info-systems; charset=utf-8");
  if (type.includes("x-bibliography")) return raw(toReference(work), "text/x-bibliography; charset=utf-8");
  if (type.includes("citationstyles"))
    return json(toCsl(work), 200, "application/vnd.citationstyles.csl+json; charset=utf-8");
  return type.includes("datacite")
    ? json(resource(work).attributes, 200, "application/vnd.datacite.datacite+json; charset=utf-8")
    : undefined;
}

/** @type {import("../answer.mjs").Api} */
export function datacite(ask, world) {
  const index = world.store.of.datacite;
  const accept = ask.headers.accept ?? "";
  if (ask.path === "/dois" || ask.path === "/dois/") {
    const { query } = ask;
    const ids = query.get("ids")?.toLowerCase().split(",");
    const text = query.get("query");
    const titled = text === null ? null : /titles\.title:\(?"?([^")]+)/.exec(text)?.[1];
    let found = index.works;
    if (ids) found = ids.flatMap((id) => index.byDoi.get(id) ?? []);
    else if (text !== null)
      found = (titled ? index.titles.containing(titled) : index.everything.ranked(text)).flatMap(
        (hit) => index.works[hit.index] ?? [],
      );
    const size = integer(query, "page[size]", 25, 1000);
    const number = Math.max(1, integer(query, "page[number]", 1));
    const page = found.slice((number - 1) * size, number * size);
    const more = number * size < found.length;
    return json(
      {
        data: page.map(resource),
        meta: { total: found.length, totalPages: Math.ceil(found.length / size), page: number },
        links: {
          self: `https://api.datacite.org/dois?${query.toString()}`,
          ...(more
            ? { next: `https://api.datacite.org/dois?page%5Bnumber%5D=${number + 1}&page%5Bsize%5D=${size}` }
            : {}),
        },
      },
      200,
      "application/json; charset=utf-8",
    );
  }
  const asked = /^\/(dois\/|application\/[^/]+\/|text\/[^/]+\/)?(10\..+)$/i.exec(decode(ask.path));
  const work = index.byDoi.get((asked?.[2] ?? "").toLowerCase());
  if (!work) return missing();
  const other = negotiated(work, asked?.[1] === "dois/" || !asked?.[1] ? accept : asked[1]);
  if (other) return other;
  if (asked?.[1] !== "dois/") return raw("", "text/plain", 406);
  const included = ask.query.get("include")?.includes("client") ? { included: [clientOf(work)] } : {};
  return json({ data: resource(work), ...included }, 200, "application/json; charset=utf-8");
}
