/** What the component says before a reader asks, in Chinese. */

import type { InitialMessages } from "../english/initial";

export const initialMessages: InitialMessages = {
  language: "zh-Hans",
  check: "核查引文",
  show: "显示引文核查",
  noTarget: (selector) => `cite-light：本页没有与 for="${selector}" 相符的内容。`,
  loadFailed: (reason) => `引文核查加载失败。请重新加载页面。（${reason}）`,
  badgeProblems: (problems, all) => `${all} 条引文中 ${problems} 条需核对`,
  badgeChecked: (checked, all) => `已核查 ${checked} / ${all} 条引文，未发现问题`,
};
