/** Open copies of cited works on other sites, in Chinese. */

import type { Messages } from "../messages";
import { list, number } from "./general";

const sites = (named: readonly string[], more: number): string =>
  list(more > 0 ? [...named, `另外 ${number(more)} 个网站`] : named);

export const copiesWords: Messages["copies"] = {
  read: (works, hosts) => `阅读 ${number(works)} 份开放副本 · ${number(hosts)} 个网站`,
  hint: (named, more) =>
    `浏览器会询问一次，是否允许 Citelight 从 ${sites(named, more)} 读取。这些网站会知道您在读哪些文献，但不知道是哪篇文章引用了它们。`,
  pageHint: (named, more) =>
    `文献从 ${sites(named, more)} 获取。这些网站会知道您在读哪些文献，以及您在哪个网站上阅读本文。`,
  reading: (done, total) => `正在阅读开放副本：${number(done)} / ${number(total)}`,
  done: (read, works) => `${number(works)} 份开放副本中，${number(read)} 份已读全文。`,
  extensionReads: "多数网站不允许其他页面读取其文件。浏览器扩展可以读取其余副本。",
  refused: "浏览器未允许访问这些网站，没有获取任何内容。",
  failed: "未能阅读开放副本。请重新核查。",
};
