/** Types of revisions without anything that is merged; the default branch has those that are of no branch, too. */
const uncomparedTypes = [
  "TRANSLATION_COMMENT%",
  "%SUGGESTION%",
  "QA_ISSUE%",
  "AI_PROMPT%",
  "WEBHOOK_CONFIG%",
  "TRANSLATION_MEMORY%",
  "BRANCH_CREATE",
  "BRANCH_RENAME",
  "BRANCH_PROTECTION_CHANGE",
  "BRANCH_DELETE",
  "TASK%"
]

/** Whether a revision `r` may have changed what a merge compares. */
export const isComparedSql = `(${uncomparedTypes.map((types) => `r.type NOT LIKE '${types}'`).join(" AND ")})`
