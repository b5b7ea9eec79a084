/** What goes on behind, in Chinese. */

import type { Messages } from "../messages";

export const failureWords: Messages["failure"] = {
  crashed: "核查程序意外停止。请重新开始核查；如果再次停止，请换一个较短的页面。",
  stuck: "此文档的核查耗时过长，已终止；其他核查继续进行。请分段核查，或换一个较短的页面。",
  unreachable: "负责核查的扩展程序页面没有应答。请重试；如仍不行，请重新启动浏览器。",
  unloadable: "核查程序未能启动。请重新加载页面；如仍不行，则是浏览器太旧，或页面的内容安全策略不允许。",
};

export const extensionWords: Messages["extension"] = {
  action: "核查本页的引文",
  noPage: "请打开一篇文章，然后点击工具栏中的 Citelight 按钮。",
  cannotRead: "Citelight 无法阅读此页面。请打开文章本身的页面。",
  gone: "页面已关闭或离开。",
  openPdf: "打开 PDF",
};
