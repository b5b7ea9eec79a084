/** Every picture that the stores ask for. */

import { launch } from "../tests/e2e/support/browser";
import { draw, icon, tile } from "./pictures";
import { scenes } from "./scenes";

interface Icon {
  store: string;
  size: number;
  /** How much of it is drawn on. */
  drawn: number;
}

export async function album(icons: readonly Icon[]): Promise<{
  icons: (Icon & { png: Buffer })[];
  tile: Buffer;
  screenshots: Map<string, Buffer>;
}> {
  const browser = await launch();
  try {
    const made: (Icon & { png: Buffer })[] = [];
    for (const wanted of icons)
      made.push({ ...wanted, png: await draw(browser, icon(wanted.size, wanted.drawn)) });
    const screenshots = new Map<string, Buffer>();
    for (const scene of await scenes()) screenshots.set(scene.name, await draw(browser, scene));
    return { icons: made, tile: await draw(browser, tile()), screenshots };
  } finally {
    await browser.close();
  }
}
