/** Facts about entries and their levels by a policy, in Chinese. */

import type { Judged } from "../english/report";

export const judged: Judged = {
  level: { error: "错误", warning: "需复核", note: "提示", none: "不算问题" },
  fact: {
    unconfirmed: "未确认",
    volume: "卷",
    number: "期",
    pages: "页码",
    entry_type: "条目类型",
    title_spelling: "题名拼写",
    title_renamed: "曾用题名",
    versions_mixed: "预印本与正式版混用",
    preprint_as_published: "预印本的出版信息",
    year: "年份",
    arxiv_id_of_another_work: "arXiv 编号属于另一文献",
    malformed_identifier: "标识符格式有误",
    doi_of_another_work: "DOI 属于另一文献",
    doi_not_found: "DOI 不存在",
    venue: "出版物",
    title: "题名",
    authors_missing: "漏列作者",
    authors_in_part: "部分作者",
    venue_unknown: "出版物不明",
    year_to_come: "年份在未来",
    authors: "作者",
    placeholder_authors: "以占位符代替作者",
    concern: "编辑部关注",
    withdrawn: "撤回",
    retracted: "撤稿",
    not_found: "未找到",
  },
};
