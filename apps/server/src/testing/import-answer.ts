import type { Answer } from "./send.ts"

/** The answer of an import without what was left out, for tests of something else. */
export const withoutReport = ({ status, body }: Answer): Answer => {
  if (status !== 200 || body === "") return { status, body }
  const { issues: _issues, issueCount: _, notices: _notices, noticeCount: __, ...rest } = Object(body)
  return { status, body: rest }
}
