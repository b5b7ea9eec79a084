/** 上次访问时的结果，以及保存的内容和位置。 */

import type { Messages } from "../messages";
import { megabytes, number } from "./general";

const atMost = (size: number): string => (size < 0.1 ? `不到 ${megabytes(0.1, 1)}` : megabytes(size, 1));

export const restoredWords: Messages["restored"] = {
  line: (days, date, fresh) => {
    const when = days <= 0 ? "今天" : days === 1 ? "昨天" : date;
    return `${when}已核查${fresh > 0 ? ` · 新增 ${number(fresh)} 条` : ""}`;
  },
  checkNew: (fresh) => `核查 ${number(fresh)} 条新引文`,
  verdictAlone: "只保存了结论。重新核查即可查看理由。",
};

export const keptWords: Messages["kept"] = {
  title: "已保存的结果",
  use: (articles, size) =>
    articles === 0
      ? "没有保存的核查结果。"
      : `已保存 ${number(articles)} 篇文章的核查结果和忽略记录（${atMost(size)}），再次打开时立即可见。评审中的投稿和本机文件只保存结论，保留 30 天；无痕窗口中不保存任何内容。`,
  useOfPage: (articles, size) =>
    articles === 0
      ? "此浏览器中没有保存的核查结果。"
      : `此浏览器中已保存 ${number(articles)} 篇文章的核查结果和忽略记录（${atMost(size)}）。`,
  clear: "清除已保存的结果",
  cleared: "已清除保存的结果。",
  notCleared: "无法清除保存的结果。请关闭其他使用 Citelight 的标签页，然后重试。",
};

export const problemsWords: Messages["problems"] = (problems) =>
  `Citelight：${number(problems)} 条引文需要注意`;
