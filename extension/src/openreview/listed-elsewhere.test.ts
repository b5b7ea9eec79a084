import assert from "node:assert/strict";
import { test } from "node:test";
import { listedIn } from "./listed-elsewhere";

test("addresses of DBLP and ORCID hold identifiers, older ones and others none", () => {
  for (const [address, expected] of [
    ["https://dblp.org/pid/65/9612.html", "65/9612"],
    ["https://dblp.org/pid/65/9612", "65/9612"],
    ["http://dblp.uni-trier.de/pid/65/9612-2.xml", "65/9612-2"],
    ["https://dblp.org/pid/65/9612.html#article2020", "65/9612"],
    ["https://dblp.org/pid/s/JurgenSchmidhuber.html", "s/JurgenSchmidhuber"],
    ["https://dblp.org/pers/hd/s/Schmidhuber:J=uuml=rgen", null],
    ["https://dblp.org/pid/../search/publ/api", null],
    ["https://dblp.example/pid/65/9612", null],
    ["", null],
    [null, null],
  ] as const)
    assert.equal(listedIn({ dblp: address, orcid: null }).dblp, expected, String(address));
  for (const [address, expected] of [
    ["https://orcid.org/0000-0002-1825-0097", "0000-0002-1825-0097"],
    ["http://orcid.org/0000-0001-5109-371X", "0000-0001-5109-371X"],
    ["0000-0002-1825-0097", "0000-0002-1825-0097"],
    ["https://orcid.org/my-orcid?orcid=0000-0002-1825-0097", null],
    ["https://orcid.example/0000-0002-1825-0097", null],
    [null, null],
  ] as const)
    assert.equal(listedIn({ dblp: null, orcid: address }).orcid, expected, String(address));
});
