/** OpenReview, in Chinese. */

import type { Messages } from "../messages";
import { decimal, list, number } from "./general";
import { field } from "./labels";

const yearOf = (year: number | null): string => (year === null ? "" : `（${year}）`);

export const openReviewWords: Messages["openReview"] = {
  label: "Citelight",
  unreadable: "文件无法读取",
  checkPaper: "核查论文的引文",
  opening: "正在获取 PDF……",
  notOpened: (reason) => `未能取得 PDF（${reason}）。请稍后再试。`,
  found: (n, replies) =>
    n === 0
      ? "此处显示的评审意见和评论没有建议可以查找的参考文献。"
      : `${number(replies)} 条评审意见和评论中建议了 ${number(n)} 篇参考文献。`,
  unreadReplies: {
    "first-api": "这是 OpenReview 的旧式论坛，Citelight 不读取其中的评审意见和评论。",
    chat: "Citelight 不读取聊天视图中的回复。请切换到论坛的其他标签页，再点击 Citelight 按钮。",
  },
  assignment: {
    title: "核查审稿分配",
    about:
      "在本浏览器中，把审稿人的论文与上面的题名和摘要相比较。以您的登录身份向 OpenReview 请求个人主页、其论文和会议自己的分值：至多四次请求。不会查找匿名投稿的作者。",
    reviewer: "审稿人的个人主页（留空：您自己的）",
    years: "年数",
    check: "核查分配",
    asking: "正在询问 OpenReview……",
    asked: (calls) =>
      calls === 0 ? "依据 OpenReview 先前的应答；没有再次询问。" : `询问了 OpenReview ${number(calls)} 次。`,
    noId: "个人主页的标识形如 ~First_Last1。",
    nobody: "在此读不到这样的个人主页。",
    signIn: "未登录时 OpenReview 不显示此内容。",
    failed: (reason) => `对 OpenReview 的请求失败（${reason}）。请稍后再试。`,
    noAnswer: "没有应答",
    fit: (name, papers) => `${name} 的契合度，依 ${number(papers)} 篇论文`,
    noPapers: "个人主页没有列出在此可读的论文。",
    mean: "全部论文的平均",
    best: "最接近的论文",
    meaning: "按语义（嵌入向量）",
    words: "按用词（TF-IDF）",
    noModel: (reason) => `未按语义比较：${reason}`,
    venueScore: (score) => `会议自己的分值（Affinity_Score）：${decimal(score)}。`,
    venueNone: {
      none: "会议没有为这一对给出分值。",
      hidden: "以您的权限读不到会议自己的分值。",
    },
    nearest: "最接近的论文",
    paper: (title, year) => `${title}${yearOf(year)}`,
    numbers: (meaning, byWords) =>
      meaning === null
        ? `按用词 ${decimal(byWords)}`
        : `按语义 ${decimal(meaning)}，按用词 ${decimal(byWords)}`,
    conflicts: "利益冲突",
    hidden: "作者并未对所有人公开，因此没有检查利益冲突。",
    noConflict: "未发现。",
    authorsCut: "页面只显示了前几位作者，因此只比较了这些作者。请展开全部作者，再点击 Citelight 按钮。",
    scope: (papers, since, authors) =>
      `查看范围：${number(papers)} 篇论文自 ${since} 年以来的共同作者，以及公开主页注明机构的 ${number(authors)} 位作者的机构。以缩写给出的名字不作比较。`,
    isAuthor: (author) => `${author} 是投稿的作者`,
    together: (author, paper, year) =>
      `与 ${author} 合著“${paper}”（${year === null ? "年份不详" : String(year)}）`,
    institution: (author, domain) => `与 ${author} 同属一机构：${domain}`,
  },
  column: "引文",
  queue: (done, all) => `已核查 ${number(done)} / ${number(all)} 篇投稿。`,
  queueHint:
    "在本浏览器中逐篇进行：轮到某篇时获取一次 PDF。请保持本页打开；已核查的结果会保留，其余的可以改日继续。",
  start: "核查投稿",
  resume: "继续",
  pause: "暂停",
  running: "正在核查",
  throttled: "OpenReview 要求等待。请半小时后继续。",
  unknownPage: "Citelight 不读取 OpenReview 的这一页面。请打开投稿的 PDF，再点击 Citelight 按钮。",
  cell: {
    waiting: "未开始",
    reading: "正在阅读",
    noCitations: "未找到引文",
    notRead: "均无法阅读",
    notReadHint: "引文的来源都无法阅读：是否已在侧边栏中勾选“联网查找参考文献”？",
    failed: "无法核查",
    review: (n) => `${number(n)} 条需核对`,
    clean: "目前无需核对",
    share: (read, all) => `已读 ${number(read)} / ${number(all)} 条引文`,
    opens: (title) => `打开“${title}”的引文核查`,
  },
  suggested: "建议的参考文献",
  suggestedHint: "只有上面的条目会发送给学术索引。它们与投稿的接近程度在本浏览器中计算。",
  check: (n) => `核查 ${number(n)} 篇参考文献`,
  checking: "正在查找……",
  comparing: "正在与投稿比较……",
  notAllowed: "没有询问任何人：查找参考文献已关闭。请在侧边栏中勾选“联网查找参考文献”，然后重新核查。",
  endedEarly: (reason) => `查找提前结束：${reason}`,
  exists: (title, year) => `已找到：${title}${yearOf(year)}。`,
  retracted: "此文已撤稿。",
  concern: "期刊对此文发表过关注声明。",
  differs: (fields) => `评审意见与题录不同：${list(fields.map((one) => field[one]))}。`,
  ghost: (asked) => `在 ${list(asked)} 中均未找到题录。它可能另有题名；请询问审稿人。`,
  ambiguous: "有多篇文献相符。评审意见没有说明是哪一篇。",
  unknown: (reason) => `未定：${reason}`,
  notRead: "无法读作参考文献。",
  itself: "这似乎就是投稿本身。其作者在此已隐藏，因此不显示其题录。",
  nearness: {
    near: "与投稿接近",
    some: "与投稿略为接近",
    far: "与投稿相距较远",
  },
  relevance: (nearness, cosine, basis) =>
    `${nearness}：${decimal(cosine)}，即${basis}的余弦（1：文字相同，0：毫无共同之处）。`,
  bases: { both: "题名和摘要", title: "题名（缺少摘要）" },
  notCompared: (reason) => `未与投稿比较：${reason}`,
  ownWork: (name) => `署名者 ${name} 是其作者之一。`,
};
