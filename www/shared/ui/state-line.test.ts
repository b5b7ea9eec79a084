/** The one button of the state line: what is pressed is what was meant, though the state went on meanwhile. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { pages } from "@citelight/test-support/in-page";

const open = pages();

test("pressed while what was kept begins to be shown, the button neither stops it nor starts a check", async () => {
  const page = await open("");
  const said = await page.evaluate(() => {
    const state = new lib.AuditState();
    const said: string[] = [];
    const line = new lib.StateLine(
      state,
      lib.english,
      { isOff: true, isOffered: false },
      {
        start: () => said.push("start"),
        stop: () => said.push("stop"),
        begun: () => said.push("begun"),
      },
    );
    document.body.append(line.element);
    const press = (): void => {
      const button = line.element.querySelector("button");
      said.push(button?.textContent ?? "");
      button?.click();
    };
    line.update(lib.countsOf(state));
    press();
    // The line says so a moment later.
    state.begin("loading");
    press();
    line.update(lib.countsOf(state));
    press();
    return said;
  });
  assert.deepEqual(said, ["Check citations", "start", "Check citations", "begun", "Stop", "stop"]);
});
