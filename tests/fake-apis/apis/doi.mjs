// doi.org: content negotiation, handle look-ups (/api/handles/…) and registration agencies (/ra/…).
import { decode, json, raw, redirect } from "../answer.mjs";
import { agencyOf } from "../store.mjs";

const METADATA = /x-bibtex|research-info|x-bibliography|citationstyles|crossref|datacite|schemaorg/;

/** @param {string} doi */
const missing = (doi) =>
  raw(
    `<!DOCTYPE html>\n<html><head><title>Error: DOI Not Found</title></head>\n<body><h1>DOI Not Found</h1><p>${doi.replace(/[<>&"]/g, "")}</p></body></html>`,
    "text/html;charset=utf-8",
    404,
  );

/** @type {import("../answer.mjs").Api} */
export function doi(ask, world) {
  const { registered } = world.store;
  const asked = /^\/(api\/handles\/|ra\/|doiRA\/)?(.+)$/.exec(ask.path);
  if (!asked?.[2]) return missing("");
  const name = decode(asked[2]).replace(/^doi:/i, "");
  const key = name.toLowerCase();
  if (asked[1] === "api/handles/") {
    if (!registered.has(key))
      return json({ responseCode: 100, handle: name }, 404, "application/json;charset=utf-8");
    const value = registered.get(key) ?? `${world.base}/landing/${encodeURIComponent(name)}`;
    return json(
      {
        responseCode: 1,
        handle: name,
        values: [
          {
            index: 1,
            type: "URL",
            data: { format: "string", value },
            ttl: 86400,
            timestamp: "2024-01-01T00:00:00Z",
          },
        ],
      },
      200,
      "application/json;charset=utf-8",
    );
  }
  if (asked[1] !== undefined)
    return json(
      name.split(",").map((one) => {
        if (!/^10\.\d{4,9}/.test(one)) return { DOI: one, status: "Invalid DOI" };
        // A bare prefix is asked about as a whole; a DOI must be there.
        if (one.includes("/") && !registered.has(one.toLowerCase()))
          return { DOI: one, status: "DOI does not exist" };
        return { DOI: one, RA: agencyOf(one) };
      }),
    );
  if (!registered.has(key)) return missing(name);
  const accept = ask.headers.accept ?? "";
  if (!METADATA.test(accept))
    return redirect(`${world.base}/landing/${encodeURIComponent(name)}`, 302, "Handle Redirect");
  return redirect(
    agencyOf(key) === "DataCite" && !world.store.of.crossref.byDoi.has(key)
      ? `${world.base}/datacite/${encodeURIComponent(name)}`
      : `${world.base}/crossref/v1/works/${encodeURIComponent(name)}/transform`,
    302,
    "Handle Redirect",
  );
}
