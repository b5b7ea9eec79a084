/** What a reader chooses in the extension, in Chinese. */

import type { Messages } from "../messages";
import { megabytes, number } from "./general";

export const siteWords: Messages["site"] = {
  title: (site) => `在 ${site} 上`,
  experimental: "实验性",
  untried: "本网站的页面未经试用。请先确认标记是否位于引文处，再参考其内容。",
  when: "核查文章",
  whenHint:
    "选择自动核查时，Citelight 会向浏览器申请此网站。没有参考文献表的页面不受影响；除非您在下面另作选择，否则不会自动询问端点。",
  check: {
    click: "当我点击按钮时",
    open: "每当我打开文章时",
    never: "从不",
  },
  endpoint: "端点",
  asEverywhere: "与其他网站相同",
  askMode: {
    off: "从不询问",
    "on-request": "我按下按钮时询问",
    always: "凡未定的内容都询问",
  },
  kept: "已保存。",
  notGranted: (site) => `浏览器没有允许 ${site}。请重新选择，并在浏览器询问时允许。`,
  off: (site) => `Citelight 在 ${site} 上已关闭。请在此更改设置，然后再次点击其按钮。`,
  list: "网站",
  none: "没有网站设有单独的设置。可以在页面的侧边栏中设置。",
  forget: "忘记",
  remove: (site) => `忘记 ${site} 的设置`,
};

export const privacyWords: Messages["privacy"] = {
  title: "离开本浏览器的内容",
  about:
    "未经您允许，什么都不会离开。只有您允许查找的参考文献（题名、作者、标识符）和您交给端点的内容会发送出去。每次请求都列在这里；列表只在内存中，随浏览器关闭而消失。",
  nothing: "浏览器启动以来没有发送任何内容。",
  when: "时间",
  what: "请求",
  sent: "已发送",
  answer: "应答",
  lost: "无",
  clear: "清空列表",
  bytes: (n) => (n === 0 ? "–" : `${number(n)} B`),
};

export const storageWords: Messages["storage"] = {
  title: "在本机上",
  use: (size) =>
    `保留应答，以免重复询问：连同本扩展程序保存的其他内容，共${size < 0.1 ? `不到 ${megabytes(0.1, 1)}` : ` ${megabytes(size, 1)}`}。`,
  empty: "忘记应答",
  emptied: "应答已忘记。",
  notEmptied: "现在无法忘记。请关闭正在核查的文章，然后再试。",
};

export const transferWords: Messages["transfer"] = {
  title: "设置文件",
  about: "把语言、网站、邮件地址和端点带到另一个浏览器。密钥从不包含在内。",
  save: "保存设置",
  load: "载入设置",
  saved: (name) => `已保存为 ${name}。`,
  told: {
    none: "这不是 Citelight 的设置文件。请选择在此处保存的文件。",
    all: "设置已载入。请按“保存并测试”以允许端点；自动核查的网站请在其侧边栏中重新选择。",
    "without-mail":
      "设置已载入，但邮件地址除外：请在上方重新输入，以便浏览器询问是否可以发送。请按“保存并测试”以允许端点；自动核查的网站请在其侧边栏中重新选择。",
  },
};

export const welcomeWords: Messages["welcome"] = {
  title: "Citelight 在您阅读之处核查引文",
  about: "它找出文章中的每处引文，阅读可以公开获取的来源，并把来源的说法与句子的说法并列显示。由您判断。",
  useTitle: "使用方法",
  steps: [
    "打开一篇文章：在 arXiv、PubMed Central、出版社的页面上，或 PDF 文件。",
    "点击工具栏中的 Citelight 按钮。侧边会打开列表。",
    "阅读标出的句子。指向标记，或按下面的键，卡片就会显示证据。",
  ],
  marksTitle: "标记的含义",
  lookUpTitle: "查找参考文献",
  lookUp: "否则只能与软件包内的内容比较：几乎不含任何文章的来源。可以随时在侧边栏中更改。",
  privacyTitle: "离开本浏览器的内容",
  options: "打开选项",
};

export const optionsWords: Messages["options"] = {
  title: "Citelight：选项",
  heading: "选项",
  mail: "您的邮件地址",
  mailHint:
    "查找参考文献时告知 Crossref、OpenAlex、DataCite 和 Unpaywall：它们对已知的用户应答更快。留空则不告知。",
  mailSave: "保存地址",
  noMail: "这不是邮件地址。",
  saved: "已保存。",
  notSaved: "未保存：浏览器未获准发送它。",
  lookUp: "查找参考文献",
  language: "语言",
  languageHint: "本扩展程序的列表、卡片、页面和 PDF 阅读器的语言。报告和部分细节为英文。",
  asBrowser: "与浏览器相同",
};

export const sourceKeyWords: Messages["sourceKeys"] = {
  label: (source) => `您的 ${source} 密钥`,
  gains: {
    openalex: "在 openalex.org 免费获取。没有密钥时 OpenAlex 每天应答约一百次搜索，有密钥时约一千次。",
    semanticscholar: "由 semanticscholar.org 发放。没有密钥时与所有人共用限额，常常需要等待。",
  },
  kept: "已保存一个密钥。输入新的密钥即可替换。",
  about: "每个密钥只发送给对应的来源。任何页面、日志或设置文件都不包含它。",
  save: "保存密钥",
  removeShort: "移除密钥",
  remove: (source) => `移除 ${source} 密钥`,
  removed: (source) => `${source} 密钥已移除。`,
  noKey: (source) => `这不是 ${source} 密钥：密钥由字母、数字和符号组成，不含空格。`,
  nothing: "请先输入密钥。",
};
