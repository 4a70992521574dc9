import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { readApiError } from "../../base/api/api-error.ts"
import { call, streamLines } from "../../base/api/call.ts"
import { useUser } from "../../feature/session/session.ts"
import { forgetImport, refreshImport } from "./import-queries.ts"

/** A line of the answer while an import is applied (docs/import.md, applying). */
interface ProgressLine {
  readonly status: ApplyStatus | "DONE" | "ERROR"
  readonly totalKeys: number | null
  readonly importedKeys: number | null
  readonly errorStatusCode: number | null
  readonly errorResponseBody: unknown
  readonly notices?: ReadonlyArray<{ readonly keyName: string | null; readonly message: string }>
  readonly noticeCount?: number
  readonly summary?: ImportSummary
}

/** Counts of what an import did (docs/import.md, applying). */
export interface ImportSummary {
  readonly createdKeys: number
  readonly changedKeys: number
  readonly skippedKeys: number
  readonly languages: ReadonlyArray<{
    readonly language: string
    readonly created: number
    readonly changed: number
    readonly unchanged: number
    /** Texts that were not written, by the reason. */
    readonly left: Readonly<Record<string, number>>
  }>
}

export type ApplyStatus = "PREPARING_AND_VALIDATING" | "STORING_KEYS" | "STORING_TRANSLATIONS" | "FINALIZING"

export type Applying =
  | { readonly kind: "waiting" }
  | {
      readonly kind: "running"
      readonly status: ApplyStatus
      /** From 0 to 1; null: not known. */
      readonly part: number | null
    }
  | { readonly kind: "failed"; readonly error: unknown }
  | {
      readonly kind: "done"
      /** Id of the activity's revision; null: nothing changed, or I may not see activities. */
      readonly revisionId: number | null
      readonly notices: NonNullable<ProgressLine["notices"]>
      readonly noticeCount: number
      /** null: an older server does not count. */
      readonly summary: ImportSummary | null
    }

/** Applies my import into a branch and follows its progress. A failure leaves everything as it was. */
export const useApplyImport = (projectId: number, branch: string | undefined, maySeeActivity: boolean) => {
  const client = useQueryClient()
  const user = useUser()
  const [state, setState] = useState<Applying>({ kind: "waiting" })

  /** null: they cannot be read, which is no failure of the import. */
  const newestActivity = async () => {
    if (!maySeeActivity) return null
    const query = { branch, size: 20, sort: [{ property: "id" as const, direction: "desc" as const }] }
    return call("activity", "list", { params: { projectId }, query }).then(
      ({ _embedded }) => _embedded.activities,
      () => null
    )
  }
  const apply = async () => {
    setState({ kind: "running", status: "PREPARING_AND_VALIDATING", part: null })
    try {
      const before = (await newestActivity())?.[0]?.revisionId ?? 0
      const last = await follow(projectId, branch, (line) => setState(runningState(line)))
      const own = (await newestActivity())?.find(
        ({ type, author, revisionId }) => type === "IMPORT" && author?.id === user.id && revisionId > before
      )
      forgetImport(client, projectId, branch)
      setState({
        kind: "done",
        revisionId: own?.revisionId ?? null,
        notices: last?.notices ?? [],
        noticeCount: last?.noticeCount ?? 0,
        summary: last?.summary ?? null
      })
      await client.invalidateQueries({ queryKey: ["project", projectId] })
    } catch (error) {
      setState({ kind: "failed", error })
      await refreshImport(client, projectId)
    }
  }
  return { state, apply, reset: () => setState({ kind: "waiting" }) }
}

/** The last line; fails with the error that a line has. */
const follow = async (
  projectId: number,
  branch: string | undefined,
  onLine: (line: ProgressLine) => void
): Promise<ProgressLine | null> => {
  let last: ProgressLine | null = null
  for await (const text of streamLines("import", "applyStreaming", { params: { projectId }, query: { branch } })) {
    if (text === "") continue
    const line = JSON.parse(text) as ProgressLine
    if (line.status === "ERROR") {
      throw readApiError(line.errorStatusCode ?? 500, null, JSON.stringify(line.errorResponseBody))
    }
    last = line
    onLine(line)
  }
  // A connection that ends early does not stop the import, but its result is not known here.
  if (last?.status !== "DONE") throw readApiError(0, null, "")
  return last
}

const runningState = ({ status, totalKeys, importedKeys }: ProgressLine): Applying => ({
  kind: "running",
  status: status === "DONE" || status === "ERROR" ? "FINALIZING" : status,
  part: totalKeys === null || importedKeys === null ? null : totalKeys === 0 ? 1 : importedKeys / totalKeys
})
