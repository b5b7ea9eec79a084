/** OpenReview, in Chinese. */

import type { ExtensionMessages } from "../messages";
import { decimal, list, number, percent, sources, spaced } from "./general";
import { field } from "./labels";

const yearOf = (year: number | null): string => (year === null ? "" : `（${year}）`);

export const openReviewWords: ExtensionMessages["openReview"] = {
  label: "Citelight",
  unreadable: "文件无法读取",
  checkPaper: "核查此论文的引文",
  opening: "正在获取 PDF……",
  noViewer: "Chrome 不在隐私窗口中显示查看器。请在普通窗口中打开此页面来检查论文。",
  notOpened: (reason) => `无法获取 PDF（${reason}）。请稍后再试。`,
  found: (n, replies) =>
    n === 0
      ? "本页的评审意见和评论没有建议可查找的参考文献。"
      : `${number(replies)} 条评审意见和评论中建议了 ${number(n)} 篇参考文献。`,
  unreadReplies: {
    "first-api": "Citelight 无法读取旧版 OpenReview 论坛中的评审意见和评论。",
  },
  repliesToCome: "页面仍在加载评审意见和评论。",
  assignment: {
    title: "核查审稿分配",
    about:
      "在本浏览器中，把审稿人的论文与上面的题名和摘要比较。Citelight 以您的登录身份向 OpenReview 查询个人主页、论文以及会议记录的匹配分和冲突：最多八次请求。不会就隐藏的作者向任何人查询。",
    reviewer: "审稿人的个人主页（留空：您自己的）",
    years: "利益冲突所计年数",
    elsewhere:
      "若个人主页列出 DBLP 页面或 ORCID iD，也使用 DBLP 和 OpenAlex 收录的论文（它们会得知您在查谁的论文）",
    fromElsewhere: (papers) =>
      papers === 0 ? "DBLP 和 OpenAlex 没有更多论文。" : `其中 ${number(papers)} 篇仅见于 DBLP 或 OpenAlex。`,
    namesNoList: "个人主页既没有 DBLP 页面，也没有 ORCID iD。",
    check: "核查分配",
    asking: "正在查询 OpenReview……",
    asked: (calls) =>
      calls === 0 ? "使用先前的结果，没有再次查询 OpenReview。" : `已查询 OpenReview ${number(calls)} 次。`,
    noId: "个人主页的标识形如 ~First_Last1。",
    nobody: "此个人主页不存在，或对您不可见。",
    signIn: "请登录 OpenReview 查看。",
    challenge: "OpenReview 要先确认您是真人。请重新加载页面，然后再试。",
    reveal: "按只向您公开的身份比较作者（在本浏览器中进行，不会就他们向任何人查询）",
    failed: (reason) => `OpenReview 没有响应（${reason}）。请稍后再试。`,
    noAnswer: "没有响应",
    fit: (name, papers) => `${name} 的匹配度，基于 ${number(papers)} 篇论文`,
    noPapers: "个人主页没有列出您可见的论文。",
    mean: "全部论文的平均",
    nearestTwo: "最接近两篇的平均",
    best: "最接近的论文",
    meaning: "按语义（嵌入向量）",
    words: "按用词（TF-IDF）",
    likely: "很可能合适。",
    expertise: (three, four, ratings) =>
      `一项研究中，匹配度相近的审稿人共自评 ${number(ratings)} 次，其中 ${percent(three)} 认为自己的专业程度至少为 3 分（满分 5 分），${percent(four)} 至少为 4 分。`,
    noModel: (reason) => `未按语义比较：${reason}`,
    venueScore: (score) => `会议的匹配分：${decimal(score)}。`,
    venueNone: {
      none: "会议没有给出匹配分。",
      hidden: "会议的匹配分对您不可见。",
      unnamed: "会议没有公布匹配分。",
      "first-api": "Citelight 无法读取旧版 OpenReview 论坛的匹配分。",
    },
    venueConflict: "会议已记录这一对存在利益冲突。",
    nearest: "最接近的论文",
    paper: (title, year) => `${title}${yearOf(year)}`,
    numbers: (meaning, byWords) =>
      meaning === null
        ? `按用词 ${decimal(byWords)}`
        : `按语义 ${decimal(meaning)}，按用词 ${decimal(byWords)}`,
    conflicts: "利益冲突",
    hidden: "作者未对所有人公开，因此未检查利益冲突。",
    mayReveal:
      "作者未对所有人公开，因此未检查利益冲突。您可以看到作者：勾选上面的选项，即可在本浏览器中比较。",
    byRevealed: "依据只向您公开的身份，其他人看不到。没有就这些作者向任何人查询；其机构只知道页面上所列的。",
    noConflict: "未发现。",
    authorsCut: "页面只显示前几位作者，因此只比较了这些作者。请展开全部作者，再点击 Citelight 按钮。",
    scope: (papers, since, authors) =>
      `比较范围：${since} 年以来 ${number(papers)} 篇论文的合作者、关系和机构；已知 ${number(authors)} 位作者的机构。只有缩写的名字不作比较。`,
    isAuthor: (author) => `${author} 是投稿的作者`,
    together: (author, paper, year) =>
      `与 ${author} 合著“${paper}”（${year === null ? "年份不详" : String(year)}）`,
    togetherByName: (author, paper, year) =>
      `可能与 ${author} 合著“${paper}”（${year === null ? "年份不详" : String(year)}），仅姓名相同`,
    institution: (author, domain, until, isDated) =>
      `与 ${author} 同一机构：${domain}${until === null ? (isDated ? "" : "（主页未注明日期）") : `（至 ${until} 年）`}`,
    relation: (author, relation, until) =>
      `${author}：${relation}${until === null ? "" : `（至 ${until} 年）`}`,
  },
  column: "引文",
  queue: (done, all) => `已核查 ${number(done)} / ${number(all)} 篇投稿。`,
  queueHint: "在本浏览器中逐篇核查，每个 PDF 只获取一次。请保持本页打开。结果会保存，可以改日继续。",
  byPolicy: (policy) => `问题按${spaced(policy)}计数。`,
  noSubmissions: "请打开列有投稿的标签页。",
  otherPages: (n) => `其他页上的 ${number(n)} 篇投稿无法列出。请打开那些页面以包括它们。`,
  checkAgain: (n) => `联网重新核查 ${number(n)} 篇投稿`,
  leftConsole: "您离开控制台时核查已停止。返回控制台即可继续。",
  start: "核查投稿",
  resume: "继续",
  pause: "暂停",
  running: "正在核查",
  throttled: "OpenReview 限制了请求。请半小时后继续。",
  unknownPage: "Citelight 无法读取此 OpenReview 页面。请打开投稿的 PDF，再点击 Citelight 按钮。",
  cell: {
    waiting: "未开始",
    reading: "正在阅读",
    noCitations: "未找到引文",
    notRead: "来源均无法读取",
    notReadHint: "所引来源都无法读取。侧边栏中的“联网查找参考文献”是否已启用？",
    failed: "核查失败",
    review: (n) => `${number(n)} 处需要注意`,
    clean: "目前无需核对",
    opens: (title) => `打开“${title}”的引文核查`,
  },
  suggested: "建议的参考文献",
  suggestedIn: (title) => `“${title}”中建议的参考文献`,
  chairsOnly: "这条评论可能仅供主席阅读。仍要查找本论坛此类评论中的参考文献",
  chairsOnlyFirst: "请先勾选：这条评论可能仅供主席阅读。",
  notSent: "没有发送任何内容：其中一条可能暴露投稿或审稿人的身份。",
  suggestedHint: "只有上面的参考文献会发送给学术数据库。与投稿的相似度在本浏览器中计算。",
  check: (n) => `核查 ${number(n)} 篇参考文献`,
  checking: "正在查找……",
  comparing: "正在与投稿比较……",
  notAllowed: "联网查找已关闭。请在侧边栏中启用“联网查找参考文献”，然后重新核查。",
  endedEarly: (reason) => `查找提前结束：${reason}`,
  exists: (title, year) => `已找到：${title}${yearOf(year)}。`,
  retracted: "该文献已撤稿。",
  concern: "期刊对该文献发表了关注声明。",
  differs: (fields) => `评审意见与题录不同：${list(fields.map((one) => field[one]))}。`,
  ghost: (asked) => `在${sources(asked)}中均未找到。题名可能不同，请询问审稿人。`,
  ambiguous: "有多篇文献相符。评审意见没有说明是哪一篇。",
  unknown: (reason) => `待定：${reason}`,
  notRead: "无法识别为参考文献。",
  itself: "这似乎就是投稿本身。作者已隐藏，因此不显示题录。",
  nearness: {
    near: "与投稿相近",
    some: "与投稿略为相近",
    far: "与投稿相差较远",
  },
  relevance: (nearness, cosine, basis) =>
    `${nearness}：余弦相似度 ${decimal(cosine)}，基于${basis}（1：文字相同，0：毫无共同之处）。`,
  bases: { both: "题名和摘要", title: "题名（缺少摘要）" },
  notCompared: (reason) => `未与投稿比较：${reason}`,
  ownWork: (name) => `署名者 ${name} 是其作者之一。`,
};
