/** What goes on behind, in Chinese. */

import type { Messages } from "../messages";

export const failureWords: Messages["failure"] = {
  crashed: "核查意外停止。请重新开始；如果再次停止，请换一个较短的页面。",
  stuck: "此文档核查时间过长，已停止。其他核查不受影响。请分段核查，或换一个较短的页面。",
  unreachable: "扩展程序没有响应。请重试；如果仍不行，请重启浏览器。",
  unloadable:
    "核查无法启动。请检查网络连接并重新加载页面；如果仍不行，可能是浏览器版本过旧，或页面禁止运行核查。",
};

export const extensionWords: Messages["extension"] = {
  action: "核查本页的引文",
  noPage: "请打开一篇文章，然后点击工具栏中的 Citelight 按钮。",
  cannotRead: "Citelight 无法读取此页面。请打开文章页面。",
  gone: "此页面已不再打开。",
  openFile: "打开文件",
};
