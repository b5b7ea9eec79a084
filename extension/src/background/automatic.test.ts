import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { registerAutomatic } from "./automatic";
import { writeSites, type SiteChoice } from "../sites";
import { enter, leave, soon } from "@citelight/test-support/fake-browser";

interface Script {
  id: string;
  matches: string[];
}

afterEach(leave);

/** Registers scripts as Chrome does: none of those that come with one whose id is there already. */
class ScriptingDouble {
  readonly scripts = new Map<string, Script>();

  async getRegisteredContentScripts(): Promise<Script[]> {
    await soon();
    return [...this.scripts.values()];
  }

  async registerContentScripts(added: Script[]): Promise<void> {
    await soon();
    for (const { id } of added) if (this.scripts.has(id)) throw new Error(`Duplicate script ID '${id}'`);
    for (const script of added) this.scripts.set(script.id, script);
  }

  async unregisterContentScripts({ ids }: { ids: string[] }): Promise<void> {
    await soon();
    for (const id of ids) if (!this.scripts.delete(id)) throw new Error(`Nonexistent script ID '${id}'`);
  }
}

const open: SiteChoice = { check: "open", ask: null };

test("a choice and a grant that are told at the same time register every site once", async () => {
  const scripting = new ScriptingDouble();
  enter({ scripting });
  await writeSites(new Map([["a.example", open]]));
  const first = registerAutomatic();
  // Another site, before the first is registered.
  await writeSites(
    new Map([
      ["a.example", open],
      ["b.example", open],
    ]),
  );
  await Promise.all([first, registerAutomatic(), registerAutomatic()]);
  assert.deepEqual([...scripting.scripts.keys()].sort(), ["automatic:a.example", "automatic:b.example"]);
  assert.deepEqual(scripting.scripts.get("automatic:a.example")?.matches, ["https://a.example/*"]);

  await writeSites(new Map([["b.example", open]]));
  await Promise.all([registerAutomatic(), registerAutomatic()]);
  assert.deepEqual([...scripting.scripts.keys()], ["automatic:b.example"]);
});

test("a site that is not granted is not registered, and one that fails keeps nobody waiting", async () => {
  const scripting = new ScriptingDouble();
  let fails = true;
  const contains = ({ origins: [pages] }: { origins: string[] }): Promise<boolean> =>
    fails
      ? Promise.reject(new Error("the browser is busy"))
      : Promise.resolve(pages === "https://a.example/*");
  enter({ scripting, permissions: { contains } });
  await writeSites(
    new Map([
      ["a.example", open],
      ["b.example", open],
    ]),
  );
  const failed = registerAutomatic();
  await assert.rejects(failed, /busy/);
  fails = false;
  await registerAutomatic();
  assert.deepEqual([...scripting.scripts.keys()], ["automatic:a.example"]);
});
