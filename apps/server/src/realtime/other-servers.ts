import { randomUUID } from "node:crypto"
import type { RealtimeMessage } from "@dragoman/domain/activity"
import { ServerNotices } from "@dragoman/store"
import { Effect, FiberSet, Result, Schema, Stream } from "effect"
import { keepRunning } from "./keep-running.ts"

/** Project ids in one word: a notice of PostgreSQL holds 8,000 bytes. */
const projectsMax = 300

/** What servers of one database tell each other. */
const Notice = Schema.Union([
  Schema.Struct({ from: Schema.String, kind: Schema.Literal("changed"), projectIds: Schema.Array(Schema.Int) }),
  Schema.Struct({
    from: Schema.String,
    kind: Schema.Literal("progress"),
    projectId: Schema.Int,
    message: Schema.declare((value): value is RealtimeMessage => typeof value === "object" && value !== null)
  })
])

const parseNotice = Schema.decodeUnknownResult(Schema.fromJsonString(Notice))

/** What is done with what others tell. `anything`: words may have been lost. */
interface Listener {
  readonly changed: (projectId: number) => void
  readonly progress: (projectId: number, message: RealtimeMessage) => void
  readonly anything: () => void
}

/** Listens to the other servers of the database, and tells them what happens here. */
export const talkToOtherServers = Effect.fn("talkToOtherServers")(function* (listener: Listener) {
  const notices = yield* ServerNotices
  const fork = yield* FiberSet.makeRuntime<never, void>()
  const from = randomUUID()

  const hear = Effect.fnUntraced(function* (text: string | null) {
    if (text === null) return listener.anything()
    const parsed = parseNotice(text)
    if (Result.isFailure(parsed)) {
      yield* Effect.logWarning("Unreadable notice of another server", { utf16Units: text.length })
      // Written by another version, it may tell of a change.
      return listener.anything()
    }
    const notice = parsed.success
    if (notice.from === from) return
    if (notice.kind === "progress") listener.progress(notice.projectId, notice.message)
    else for (const projectId of notice.projectIds) listener.changed(projectId)
  })
  yield* Effect.forkScoped(keepRunning("Listening to other servers", Stream.runForEach(notices.heard, hear)))

  const tell = (notice: typeof Notice.Type) =>
    Effect.catchCause(notices.tell(JSON.stringify(notice)), (cause) =>
      Effect.logWarning("Other servers could not be told of a change.", cause)
    )
  // Told after the commit, and together: telling within it would make commits of all projects take turns.
  const changed = new Set<number>()
  let isTelling = false
  const tellAllChanged = Effect.gen(function* () {
    while (changed.size > 0) {
      const projectIds = [...changed].slice(0, projectsMax)
      for (const projectId of projectIds) changed.delete(projectId)
      yield* tell({ from, kind: "changed", projectIds })
    }
    isTelling = false
  })
  return {
    tellChanged: (projectId: number): void => {
      changed.add(projectId)
      if (isTelling) return
      isTelling = true
      fork(tellAllChanged)
    },
    tellProgress: (projectId: number, message: RealtimeMessage) => tell({ from, kind: "progress", projectId, message })
  }
})
