import { printDomainError } from "@dragoman/api"
import type { DomainError, Json } from "@dragoman/domain/error"
import { type Cause, Effect, Queue, Stream } from "effect"
import type { ProjectAccess } from "../../../service/access/access.ts"
import { type ImportReport, isEmptyReport } from "../applying/import-report.ts"
import type { ImportSummary } from "../applying/import-summary.ts"
import type { AppliedStaged, ApplyProgress, ApplyStaged } from "../thread/import-messages.ts"
import { ImportThread } from "../thread/import-thread.ts"
import { findLiveImport } from "./import-queries.ts"

type Access = ProjectAccess<"translations.view">

/** The import of the caller that is applied, and how. */
type Applying = Omit<ApplyStaged, "authority">

/** Applies the caller's import on a branch; returns the report. */
export const applyLiveImport = Effect.fn("applyLiveImport")(function* (access: Access, applying: Applying) {
  yield* findLiveImport(access, applying.branchId)
  const { report } = yield* apply(access, applying, () => {})
  return report
})

/** One line of the response; the last one has the report. */
interface StreamedLine extends Partial<ImportReport> {
  readonly status: ApplyProgress["status"] | "DONE" | "ERROR"
  readonly totalKeys: number | null
  readonly importedKeys: number | null
  readonly errorStatusCode: number | null
  readonly errorResponseBody: Json
  /** Only on the last line of an import that was applied. */
  readonly summary?: ImportSummary
}

/**
 * Works like `applyLiveImport`, and streams the progress as lines of JSON; the last line has the result. The import
 * continues when the client disconnects.
 */
export const streamLiveImport = Effect.fn("streamLiveImport")(function* (access: Access, wanted: Applying) {
  const queue = yield* Queue.unbounded<StreamedLine, Cause.Done>()
  let last: Omit<ApplyProgress, "kind"> = { status: "PREPARING_AND_VALIDATING", totalKeys: null, importedKeys: null }
  const send = (
    status: StreamedLine["status"],
    errorStatusCode: number | null = null,
    errorResponseBody: Json = null
  ) => Queue.offerUnsafe(queue, { ...last, status, errorStatusCode, errorResponseBody })
  const sendError = (error: DomainError) => {
    const { status, body } = printDomainError(error)
    return send("ERROR", status, body)
  }
  const sendDone = ({ report, summary }: AppliedStaged) =>
    Queue.offerUnsafe(queue, {
      ...last,
      status: "DONE",
      errorStatusCode: null,
      errorResponseBody: null,
      ...(isEmptyReport(report) ? {} : report),
      summary
    })
  const applying = findLiveImport(access, wanted.branchId).pipe(
    Effect.andThen(
      apply(access, wanted, ({ status, totalKeys, importedKeys }) => {
        last = { status, totalKeys, importedKeys }
        send(status)
      })
    ),
    Effect.match({ onFailure: sendError, onSuccess: sendDone }),
    Effect.catchDefect((defect) => {
      send("ERROR", 500)
      return Effect.logError("Applying an import failed", defect)
    }),
    Effect.ensuring(Queue.end(queue))
  )
  yield* Effect.forkDetach(applying)
  const encoder = new TextEncoder()
  return Stream.map(Stream.fromQueue(queue), (line) => encoder.encode(`${JSON.stringify(line)}\n`))
})

const apply = Effect.fnUntraced(function* (
  access: Access,
  applying: Applying,
  onProgress: (progress: ApplyProgress) => void
) {
  const thread = yield* ImportThread
  const applied = yield* thread.applyStaged({ authority: access, ...applying }, onProgress)
  yield* thread.erase
  return applied
})
