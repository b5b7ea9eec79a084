// `citelight serve`: the tables of an earlier version in PostgreSQL are taken over, with every job that waits in them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { startFakeLlm } from "../fake-llm/server.mjs";
import { ask, configuration, endOf, jobOf, MODEL_KEY, questions, serve, startPostgres } from "./serving.mjs";
import { folder } from "./support.mjs";

const home = folder();
after(() => {
  home.remove();
});

test("over PostgreSQL, jobs of the first version's tables are kept, and those that had not ended are done", async () => {
  const postgres = await startPostgres();
  after(() => {
    postgres.stop();
  });
  postgres.load(readFileSync("tests/fixtures/serve/tables-1.sql", "utf8"));
  const asked = questions(3);
  const double = await startFakeLlm({ key: MODEL_KEY, gold: asked.map(({ gold }) => gold) });
  after(() => double.close());
  const config = home.write("serve.toml", configuration(double.url, { store: postgres.url }));
  // Two at once: one takes the tables over while the other waits.
  const servers = await Promise.all([serve(config), serve(config)]);
  for (const server of servers) after(() => server.kill());
  const [{ url }] = servers;
  const done = jobOf(await ask(`${url}/v1/jobs/01DONE`));
  assert.deepEqual([done.state, done.result?.relation, done.runs], ["done", "supported", 1]);
  for (const [id, runs] of /** @type {const} */ ([
    ["01RUNNING", 2],
    ["01QUEUED", 1],
  ])) {
    const job = await endOf(() => url, id);
    assert.deepEqual([job.state, job.result?.relation, job.runs], ["done", "supported", runs], id);
    const refused = await ask(`${url}/v1/jobs/${id}`, { method: "DELETE", headers: { "Cancel-Secret": "" } });
    assert.equal(refused.status, 403, "nobody has a secret for it");
  }
  for (const server of servers) assert.equal((await server.stop()).code, 0);
  const again = await serve(config);
  assert.equal(jobOf(await ask(`${again.url}/v1/jobs/01QUEUED`)).state, "done");
  await again.stop();

  postgres.load("UPDATE citelight_schema SET version = 9");
  await assert.rejects(serve(config), /version 9/);
});
