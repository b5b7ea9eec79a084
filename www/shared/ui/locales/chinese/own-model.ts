/** The browser’s own model, in Chinese. */

import type { Messages } from "../messages";
import { number, percent } from "./general";

export const ownModelWords: Messages["ownModel"] = {
  offer: (open) => `对 ${number(open)} 条陈述进行 AI 复核`,
  offerDownload: (open) => `下载浏览器的 AI 模型，对 ${number(open)} 条陈述进行复核`,
  about:
    "浏览器自带的 AI 模型会对照来源中的段落阅读每条陈述。模型在本机运行：无需账号和密钥，也不发送任何内容。",
  download: "下载模型",
  cancel: "取消下载",
  states: {
    unavailable: "此浏览器没有可在本设备上使用的自带 AI 模型。",
    downloadable: "浏览器只需下载一次模型（数 GB），供所有网站共用。",
    downloading: "浏览器正在下载模型。",
    available: "模型已就绪。模型在本机运行，不发送任何内容。",
  },
  progress: (share) => `浏览器正在下载模型：${percent(share)}。`,
  cancelled: "已取消下载。",
  left: (n) => `正在询问浏览器自带的 AI 模型：还剩 ${number(n)} 条陈述。`,
  stop: "停止询问",
  faults: {
    unavailable: "此处无法使用浏览器自带的 AI 模型。",
    downloadable: "浏览器尚未下载 AI 模型。请在选项或侧边栏中下载。",
    downloading: "浏览器仍在下载 AI 模型。请稍后再问。",
    refused: "浏览器拒绝回答此问题。",
    overflow: "段落过长，浏览器自带的 AI 模型无法一次读完。",
    slow: "浏览器自带的 AI 模型用时过长。显卡可能正被其他程序占用。",
    failed: "浏览器自带的 AI 模型出错。请再次询问。",
  },
  notAllowed: "AI 模型未能设置。请检查此网站的设置。",
  testing: "正在向浏览器自带的 AI 模型提出测试问题……",
  answered: "浏览器自带的 AI 模型可以使用。未发送任何内容。",
  asking: "正在询问浏览器自带的 AI 模型……",
  wouldAsk: "“询问 AI 模型”会把陈述、相邻的句子和段落交给浏览器自带的 AI 模型。任何内容都不会离开本机。",
  read: (what, requests) => `浏览器自带的 AI 模型已阅读：${what}，共 ${requests}。任何内容都没有离开本机。`,
  onRequest: "对无定论的陈述，可以询问浏览器自带的 AI 模型。",
  always: "无定论的陈述会询问浏览器自带的 AI 模型。",
};
