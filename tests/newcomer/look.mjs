// The demo page as somebody sees it who opens its address: checked to the end, with marks, without an error.
import { execFileSync } from "node:child_process";
import { chromium } from "playwright-core";

/** As long as the end-to-end tests wait for a check. */
const LONGEST_MS = 15 * 60_000;

/** Like the tests: the one that CITELIGHT_CHROMIUM names, or the first that is installed. */
function browserPath() {
  return execFileSync("bash", ["--norc", "-c", ". scripts/build/machine.sh && find_chromium"], {
    encoding: "utf8",
  }).trim();
}

/** @param {string} address */
export async function lookAtDemo(address) {
  const browser = await chromium.launch({ executablePath: browserPath(), args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage({ locale: "en-GB" });
    /** @type {string[]} */
    const errors = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    await page.goto(address);
    const button = page
      .locator("#panel")
      .locator(".state button")
      .getByText(/^(Check|Try) again$/);
    await button.waitFor({ timeout: LONGEST_MS });
    const marks = await page.evaluate(() =>
      Object.fromEntries([...CSS.highlights].map(([name, { size }]) => [name, size])),
    );
    if ((await button.textContent()) !== "Check again")
      errors.push(`the check failed: ${await page.locator("#panel").innerText()}`);
    if (!(Number(marks["citelight-review"]) > 0))
      errors.push(`nothing is marked for review: ${JSON.stringify(marks)}`);
    if (errors.length > 0) throw new Error(`${address} is not right:\n${errors.join("\n")}`);
    console.log(`newcomer: no error on the page, and marks: ${JSON.stringify(marks)}`);
  } finally {
    await browser.close();
  }
}
