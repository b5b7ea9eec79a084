/** Why files cannot be opened, in Chinese. */

import type { Messages } from "../messages";

export const opening: Messages["opening"] = {
  "{origin} cannot be read: {fault}": "无法打开 {origin}：{fault}。",
  "{origin} is empty: open the page fully, or choose another file":
    "{origin} 是空的。请完整打开页面，或选择其他文件。",
  "{origin} could not be parsed: {reason}": "无法解析 {origin}：{reason}。",
  "it is Rich Text; save it as .docx": "这是 RTF 文件，请另存为 .docx",
  "it is protected by a password; save it without one": "文件受密码保护，请去除密码后保存",
  "it is in the format of Word 2003 and older; save it as .docx":
    "这是 Word 2003 或更早的格式，请另存为 .docx",
  "it is a document of another kind than Word's; save it as .docx or PDF":
    "这不是 Word 文档，请另存为 .docx 或 PDF",
  "no file in it begins a document": "其中没有文章文件",
  "it holds more than {MOST_BYTES} bytes": "内容超过 {MOST_BYTES} 字节，请只选择文章",
  "it could not be decompressed ({error})": "无法解压（{error}），请重新下载",
  "its only file holds more than {MOST_ALONE} bytes": "其中的文件超过 {MOST_ALONE} 字节，请只选择文章",
  "it is not a text file": "这不是文本文件，请选择文章的 HTML、PDF 或源文件",
  "there is no text in it": "其中没有文字，请选择其他文件",
  "its archive says more than {MOST_ABOUT_A_FILE} bytes about one file":
    "压缩包已损坏：单个文件的说明超过 {MOST_ABOUT_A_FILE} 字节",
  "its archive has more than {MOST_ENTRIES} entries": "压缩包的条目超过 {MOST_ENTRIES} 个，请只打包文章",
  "{name} in it is locked with a password; save it without": "其中的 {name} 受密码保护，请去除密码后保存",
  "{name} in it is packed in a way that is not read here":
    "其中的 {name} 的压缩方式无法读取，请打包为普通 .zip",
  "{name} in it unpacks to more than {most} bytes":
    "其中的 {name} 解压后超过 {most} 字节，请打包时去掉该文件",
  "{name} in it unpacks to more than {MOST_RATIO} times its size":
    "其中的 {name} 解压后超过原大小的 {MOST_RATIO} 倍，请打包时去掉该文件",
  "its archive is broken ({error}); save or download it again": "压缩包已损坏（{error}），请重新保存或下载",
  "it has no {main}": "缺少部分 {main}，请重新保存",
  "{name} in it: {reason}": "部分 {name} 已损坏（{reason}），请重新保存",
};
