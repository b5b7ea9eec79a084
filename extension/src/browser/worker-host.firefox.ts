/** The page that owns the worker: a frame of the event page, which lives as long as the event page (host-life.firefox.ts). */

let opening: Promise<void> | null = null;

/** Makes sure there is exactly one. */
export async function openWorkerHost(page: string): Promise<void> {
  const url = chrome.runtime.getURL(page);
  const frames = [...document.querySelectorAll("iframe")];
  if (opening === null || !frames.some(({ src }) => src === url)) opening = opened(url);
  await opening;
}

/** Its script has run once it is loaded: it hears of ports from then on. */
function opened(url: string): Promise<void> {
  const frame = document.createElement("iframe");
  frame.src = url;
  const loaded = new Promise<void>((done) => {
    frame.addEventListener("load", () => {
      done();
    });
  });
  document.body.append(frame);
  return loaded;
}
