/** OpenReview's tables of those who chair, in Chinese. */

import type { ExtensionMessages } from "../messages";
import { decimal, list, number } from "./general";

export const chairWords: ExtensionMessages["chairs"] = {
  title: "主席总表",
  about:
    "逐篇列出投稿中待核查的引用、审稿人建议的文献以及审稿人的契合度。生成此表时，Citelight 以您的登录身份向 OpenReview 请求该控制台本来就会请求的内容。",
  build: "生成总表",
  loading: (submissions, people) =>
    people === 0
      ? `正在读取 OpenReview 的答复：${number(submissions)} 篇投稿……`
      : `正在读取 OpenReview 的答复：${number(submissions)} 篇投稿，${number(people)} 份个人资料……`,
  loaded: (submissions, reviewers, suggested) =>
    `${number(submissions)} 篇投稿，${number(reviewers)} 位审稿人，${number(suggested)} 篇建议文献。`,
  noVenue: "OpenReview 未告知 Citelight 哪些投稿属于此控制台。",
  check: "核查建议文献与审稿人",
  checkHint:
    "若已启用联网查找，将查找建议的文献，并向 OpenReview 请求会议的评分与利益冲突以及审稿人的论文，每秒至多一次请求。不会向任何人询问作者。答复保存 30 天，您可以改日继续。请保持此页面打开。",
  progress: (done, all) => `已核查 ${number(done)} / ${number(all)} 篇投稿。`,
  timeLeft: (minutes) =>
    minutes < 2
      ? "约剩一分钟。"
      : minutes < 120
        ? `约剩 ${number(minutes)} 分钟。`
        : `约剩 ${number(Math.round(minutes / 60))} 小时。`,
  withoutLookUps: "联网查找已关闭，因此未查找建议的文献。请在侧边栏中启用“联网查找参考文献”，然后继续。",
  chairsReplies: "也查找仅主席可见的评论中的文献",
  save: "保存为 CSV",
  show: "显示",
  filter: {
    all: "全部投稿",
    references: "引用了已撤稿或查无记录文献的投稿",
    "own-works": "建议引用自己作品的审稿人",
    conflicts: "有利益冲突的审稿人，契合度最低者在前",
  },
  more: (n) => `再显示 ${number(n)} 篇投稿`,
  none: "没有可显示的投稿",
  submission: "投稿",
  suggested: "建议的文献",
  reviewers: "审稿人",
  notChecked: "引用尚未核查",
  citations: (review, total) => `${number(total)} 处引用中 ${number(review)} 处待核查`,
  references: (missing, retracted) =>
    list(
      [
        missing === 0 ? "" : `${number(missing)} 条参考文献查无记录`,
        retracted === 0 ? "" : `${number(retracted)} 条参考文献已撤稿`,
      ].filter((part) => part !== ""),
    ),
  noSuggestions: "无",
  noReviewers: "没有您可见的审稿人",
  notLookedUp: "未查找",
  hiddenEntry: "似乎是该投稿的副本",
  status: {
    found: "已找到",
    missing: "查无记录",
    retracted: "已撤稿",
    "retracted-since": "已撤稿",
    replaced: "已撤稿并被替换",
    concern: "期刊已表示关注",
    differs: "已找到，但有出入",
    open: "未定",
    unreadable: "无法识别为参考文献",
    itself: "不显示",
  },
  ownWork: "审稿人自己的作品",
  fit: (fit, papers) => `契合度 ${decimal(fit)}（${number(papers)} 篇论文中最近两篇的均值）`,
  noPapers: "没有公开论文",
  venueScore: (score) => `会议评分 ${decimal(score)}`,
  venueConflict: "会议记录的利益冲突",
  asksForOwn: (own, suggested) => `建议引用自己的作品：${number(suggested)} 篇中的 ${number(own)} 篇`,
  uncovered: (topics) => `审稿人论文中均未出现的关键词：${list(topics)}`,
  notCompared: "未比较作者。",
  edges: {
    about:
      "在此浏览器中将所选投稿旁的审稿人与其标题和摘要比较。以您的登录身份向 OpenReview 请求他们的个人资料和论文，每秒至多一次请求；不会向任何人询问作者。",
    check: "核查契合度与利益冲突",
    noConflict: "未发现利益冲突。",
    select: "请选择一篇投稿以查看其审稿人。",
    progress: (done, all) => `已比较 ${number(done)} / ${number(all)} 位审稿人。`,
  },
  replacements: (people) => `会议评分高且无利益冲突记录的其他人：${list(people)}`,
};
