import { randomUUID } from "node:crypto"
import type { RealtimeMessage } from "@dragoman/domain/activity"
import { ServerNotices } from "@dragoman/store"
import { Effect, FiberSet, Stream } from "effect"

/** Project ids in one word: a notice of PostgreSQL holds 8,000 bytes. */
const projectsMax = 300

/** What servers of one database tell each other. */
type Notice = { readonly from: string } & (
  | { readonly kind: "changed"; readonly projectIds: ReadonlyArray<number> }
  | { readonly kind: "progress"; readonly projectId: number; readonly message: RealtimeMessage }
)

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

  const hear = (text: string | null): void => {
    if (text === null) {
      listener.anything()
      return
    }
    const notice = JSON.parse(text) as Notice
    if (notice.from === from) return
    if (notice.kind === "progress") listener.progress(notice.projectId, notice.message)
    else for (const projectId of notice.projectIds) listener.changed(projectId)
  }
  yield* Effect.forkScoped(Stream.runForEach(notices.heard, (text) => Effect.sync(() => hear(text))))

  const tell = (notice: Notice) =>
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
