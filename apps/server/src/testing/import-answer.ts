import type { TestResponse } from "./send.ts"

/** The answer of an import without what was left out, for tests of something else. */
export const withoutReport = ({ status, body }: TestResponse): TestResponse => {
  if (status !== 200 || body === "") return { status, body }
  const { issues: _issues, issueCount: _, notices: _notices, noticeCount: __, ...rest } = Object(body)
  return { status, body: rest }
}
