/** What a reader chooses in the extension, in Chinese. */

import type { ExtensionMessages, Messages } from "../messages";
import { megabytes, number, spaced } from "./general";

export const siteWords: ExtensionMessages["site"] = {
  title: (site) => `在 ${site} 上`,
  experimental: "实验性",
  untried: "Citelight 尚未在此网站上测试。请先确认标记位置正确，再参考其内容。",
  when: "核查文章",
  whenHint:
    "要在打开文章时自动核查，Citelight 需要此网站的访问权限。没有参考文献表的页面会跳过；除非您在下面选择，否则不会询问 AI 模型。",
  check: {
    click: "点击按钮时",
    open: "打开文章时",
    never: "从不",
  },
  endpoint: "AI 复核",
  asEverywhere: "与其他网站相同",
  askMode: {
    off: "从不",
    "on-request": "点击“询问 AI 模型”时",
    always: "所有无定论的陈述",
  },
  kept: "已保存。",
  notGranted: (site) => `浏览器未允许访问 ${site}。请重新选择，并在询问时允许。`,
  off: (site) => `Citelight 在 ${site} 上已关闭。请在此更改设置，然后再次点击其按钮。`,
  list: "网站",
  none: "没有网站有单独的设置。要更改设置，请打开一篇文章，在侧边栏底部的“在（网站）上”中修改。",
  forget: "移除",
  remove: (site) => `移除 ${site} 的设置`,
};

export const privacyWords: ExtensionMessages["privacy"] = {
  title: "离开本浏览器的内容",
  about:
    "未经您允许，不会发送任何内容。启用联网查找后，会发送参考文献的题名、作者和标识符；设置 AI 模型后，会发送您询问的陈述，以及经您选择的无文字页面的图像；添加语言模型时，会发送对其文件的请求。选项页列出所有请求，直到浏览器关闭；列表不会保存。",
  nothing: "浏览器启动以来未发送任何内容。",
  when: "时间",
  what: "请求",
  sent: "已发送",
  answer: "响应",
  lost: "无",
  clear: "清空列表",
  bytes: (n) => (n === 0 ? "–" : `${number(n)} B`),
};

export const storageWords: Messages["storage"] = {
  title: "存储",
  use: (size) =>
    `Citelight 在本设备上占用${size < 0.1 ? `不到 ${megabytes(0.1, 1)}` : ` ${megabytes(size, 1)}`}。查找结果会缓存，避免重复查找。`,
  empty: "清除缓存",
  emptied: "缓存已清除。",
  notEmptied: "缓存正在使用。请关闭正在核查的文章，然后重试。",
};

export const transferWords: ExtensionMessages["transfer"] = {
  title: "导出和导入设置",
  about: "把语言、网站、电子邮件地址和 AI 模型设置转移到另一个浏览器。不包含密钥。",
  save: "导出设置",
  load: "导入设置",
  saved: (name) => `已保存为 ${name}。`,
  told: {
    none: "这不是 Citelight 的设置文件。请选择在此处导出的文件。",
    all: "设置已导入。如果使用 AI 模型，请点击“保存并测试”以授权。请在各网站的侧边栏中重新启用自动核查。",
    "without-mail":
      "设置已导入，电子邮件地址除外：请在上方输入，以便浏览器征求您的许可。如果使用 AI 模型，请点击“保存并测试”以授权。请在各网站的侧边栏中重新启用自动核查。",
  },
};

export const welcomeWords: ExtensionMessages["welcome"] = {
  title: "Citelight：边读边核查引文",
  about:
    "Citelight 找出文章中的每处引文，查找参考文献，读取可公开获取的来源，并在句子旁显示来源的说法。由您判断。",
  pinTitle: "固定按钮",
  pin: {
    chrome: "点击工具栏中的拼图图标，再点击 Citelight 旁边的图钉。",
    firefox: "点击工具栏中的拼图图标，再点击 Citelight 旁边的齿轮，选择“固定到工具栏”。",
  },
  tryTitle: "试一试",
  trial: "在 arXiv 上打开 “Attention Is All You Need”（新标签页）",
  steps: [
    "打开这篇文章，或 arXiv、PubMed Central、出版社网站上的其他文章，也可以打开 PDF。",
    "点击工具栏中的 Citelight 按钮，侧边栏随即打开。",
    "指向标记的句子，或使用下面的快捷键，卡片会显示证据。",
  ],
  marksTitle: "标记的含义",
  lookUpTitle: "启用联网查找",
  lookUp: "不联网查找，Citelight 就无法判断文献是否存在、内容是什么。您可以随时在侧边栏中关闭。",
  optional: (title) => `${title}（可选）`,
  privacyTitle: "离开本浏览器的内容",
  options: "打开选项",
};

export const optionsWords: ExtensionMessages["options"] = {
  title: "Citelight：选项",
  heading: "选项",
  mail: "您的电子邮件地址（可选）",
  mailHint:
    "每次查找时发送给 Crossref、OpenAlex、DataCite 和 Unpaywall：它们对已知用户响应更快。留空则保持匿名。",
  mailSave: "保存地址",
  noMail: "这不是电子邮件地址。",
  saved: "已保存。",
  notSaved: "未保存：浏览器未允许发送。",
  lookUp: "联网查找",
  language: "语言",
  languageHint: "用于侧边栏、卡片、页面和 PDF 阅读器。引语保留来源的语言；报告和部分技术细节为英文。",
  advanced: "高级",
  asBrowser: "与浏览器相同",
};

export const policyWords: Messages["policy"] = {
  label: "会议对参考文献的规定",
  hint: "参考文献与数据库记录之间的哪些差异算问题、算提示或不计。标记、卡片、计数、面板和导出都以此为准；按规定不计的条目仅在筛选时列出。无论采用哪种规定，核查结果都相同。",
  none: "无",
  profiles: {
    default: "命令行默认规定",
    "neurips-2026": "NeurIPS 2026 的规定",
    "iclr-2026": "ICLR 2026 的规定",
    strict: "严格：任何差异都算错误",
    lenient: "宽松：仅找不到的文献算错误",
  },
  names: {
    default: "默认规定",
    "neurips-2026": "NeurIPS 2026 的规定",
    "iclr-2026": "ICLR 2026 的规定",
    strict: "严格规定",
    lenient: "宽松规定",
  },
  other: (name) => `“${name}”的规定`,
  line: {
    error: (policy) => `按${spaced(policy)}为错误`,
    warning: (policy) => `按${spaced(policy)}需复核`,
    note: (policy) => `按${spaced(policy)}为提示`,
    none: (policy) => `按${spaced(policy)}不算问题`,
  },
  levels: { error: "按规定为错误", warning: "按规定需复核", note: "按规定为提示" },
};

export const findingsPlaceWords: ExtensionMessages["findingsPlace"] = {
  title: "已发布的核查结果",
  label: "按 DOI 查找核查结果的地址（可选）",
  hint: "含有 {doi} 的 https 地址。核查文章时，其 DOI 会发送到该地址，并显示那里发布的结果。服务器须允许网页读取其文件（Access-Control-Allow-Origin）。留空则仅在文章页面给出链接时查找。",
  save: "保存查找位置",
  removed: "已移除。",
  faults: {
    address: "请输入 https 地址。",
    doi: "请将 {doi} 放在文章 DOI 的位置。",
  },
};

export const sourceKeyWords: ExtensionMessages["sourceKeys"] = {
  label: (source) => `您的 ${source} 密钥`,
  gains: {
    openalex: "可在 openalex.org 免费获取。没有密钥时 OpenAlex 每天约响应 100 次搜索，有密钥时约 1000 次。",
    semanticscholar: "可在 semanticscholar.org 申请。没有密钥时与所有人共用限额，经常需要等待。",
  },
  kept: "已保存一个密钥。输入新的密钥即可替换。",
  about: "每个密钥只发送给对应的服务，不会出现在页面、日志或导出的设置中。",
  save: "保存密钥",
  removeShort: "移除密钥",
  remove: (source) => `移除 ${source} 密钥`,
  removed: (source) => `${source} 密钥已移除。`,
  noKey: (source) => `这不是 ${source} 密钥：密钥由字母、数字和符号组成，不含空格。`,
  nothing: "请先输入密钥。",
};

export const addedModelWords: ExtensionMessages["addedModels"] = {
  title: "更大的语言模型",
  about:
    "Citelight 自带两个小型语言模型，可离线使用。您可以添加更大的模型：每个模型从 Hugging Face 下载一次，经校验后在本设备上运行。页面内容不会被发送。",
  roles: {
    nli: "代替自带模型判断某段文字是支持还是反驳一个句子。据其作者称效果好得多，但耗时是自带模型的数倍。它对引文判断的正确率尚未测量，因此其发现仅作为提示显示。",
    "cross-encoder": "将来源中最相关的段落与句子一起阅读，把最合适的排在最前。它不作判断，会使核查变慢。",
  },
  facts: (size, licence) => `${megabytes(size)}，${licence}`,
  download: "下载",
  downloadModel: (model) => `下载 ${model}`,
  continueDownload: "继续下载",
  continueModel: (model) => `继续下载 ${model}`,
  stop: "停止",
  stopModel: (model) => `停止下载 ${model}`,
  remove: "删除",
  removeModel: (model) => `删除 ${model}`,
  coming: (received, total) => `正在下载：${number(received)} / ${megabytes(total)}`,
  part: (received, total) => `已下载 ${number(received)} / ${megabytes(total)}。`,
  stored: "已下载，从下一次核查起使用。",
  cannotRun: "此版本的 Citelight 无法运行添加的模型，正式发布的安装包可以。",
  failures: {
    quota: "浏览器存储空间不足。请删除一个模型或释放磁盘空间，然后继续。",
    interrupted: "连接中断。已下载的部分会保留。",
    stopped: "已停止。已下载的部分会保留。",
    server: "Hugging Face 目前无法提供此文件。请稍后再试，或查看是否有新版 Citelight。",
    refused: "文件与 Citelight 预期的不符，已删除。请重试；若再次发生，请查看是否有新版 Citelight。",
    busy: "另一个页面正在下载此模型。",
    missing: "浏览器已删除此模型，请重新下载。",
    storage: "浏览器无法保存。在隐私窗口中，存储可能已关闭。",
  },
};
