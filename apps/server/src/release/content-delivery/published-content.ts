import type { DeliveredPath, PublishedFile } from "@dragoman/domain/content-delivery"
import { type LiveVersionRow, PublishedContentRepository } from "@dragoman/store"
import { Clock, Context, Effect, Fiber, FiberSet, Layer, Option, Semaphore } from "effect"
import { CommitSignal } from "../../change/commit-signal.ts"
import { Settings } from "../../platform/settings/settings.ts"
import { subscribeToOtherServers } from "../../realtime/other-servers.ts"
import { makeByteCache } from "./byte-cache.ts"

/** A file with its bytes, ready to be sent. */
export interface ReadyFile {
  readonly mediaType: string
  /** SHA-256 of the bytes. */
  readonly digest: string
  readonly content: Uint8Array
  /** null: not smaller. */
  readonly brotli: Uint8Array | null
  readonly gzip: Uint8Array | null
  /** Whether the file can never change under its address. */
  readonly isImmutable: boolean
}

/** A slug is asked for its version at most this often, unless its project changes: publishing of other servers may be missed. */
const freshMillis = 1_000

/** A check that takes longer, as in an outage of the database, is not waited for: the known version is served. */
const patienceMillis = 250

/** Statements of all readers at a time, so that requests for unknown slugs cannot use up the connections. */
const statementsMax = 4

/** Absent slugs and versions that are remembered. */
const absentMax = 1_000

/** Estimated bytes in memory of a slug or a version, and of each of its files. */
const entryBytes = 500
const fileEntryBytes = 500

interface LiveVersion extends LiveVersionRow {
  /** Monotonic milliseconds. */
  checkedAt: number
  /** The newest change that the check has seen. */
  readonly changes: number
}

/** Files by their paths. */
type Version = ReadonlyMap<string, PublishedFile>

type Cached =
  | { readonly kind: "live"; readonly live: LiveVersion }
  | { readonly kind: "version"; readonly version: Version }
  | { readonly kind: "file"; readonly file: Omit<ReadyFile, "mediaType" | "isImmutable"> }

/**
 * Published files in memory. All files of a response to a plain address come from one version, which is checked when the project has changed, here
 * or in another server, and at most once a second else.
 */
export class PublishedContent extends Context.Service<
  PublishedContent,
  {
    /** Finds a file; null: there is none. An Effect when the database is asked. */
    readonly find: (requested: DeliveredPath) => ReadyFile | null | Effect.Effect<ReadyFile | null>
  }
>()("@dragoman/server/release/content-delivery/PublishedContent") {
  static readonly layer = Layer.effect(
    PublishedContent,
    Effect.gen(function* () {
      const { contentDeliveryCacheBytes } = yield* Settings
      const content = yield* PublishedContentRepository
      const commits = yield* CommitSignal
      const clock = yield* Clock.Clock
      const semaphore = yield* Semaphore.make(statementsMax)
      const fork = yield* FiberSet.makeRuntime<never, unknown>()
      const now = () => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
      const cache = makeByteCache<Cached>(contentDeliveryCacheBytes)

      // Changes are counted, and slugs remember the count: a change costs nothing for slugs without requests.
      let changes = 0
      let changesOfAll = 0
      const changesOfProjects = new Map<number, number>()
      const projectChanged = (projectId: number): void => {
        changes++
        if (changesOfProjects.size >= absentMax) {
          changesOfProjects.clear()
          changesOfAll = changes
        }
        changesOfProjects.set(projectId, changes)
      }
      const allChanged = (): void => {
        changesOfAll = ++changes
      }
      commits.listen(({ projectId }) => projectChanged(projectId))
      yield* subscribeToOtherServers({ changed: projectChanged, missed: allChanged })

      const absent = new Map<string, { readonly checkedAt: number; readonly changes: number }>()
      const noteAbsent = (key: string, changesBefore: number): null => {
        absent.delete(key)
        for (const oldest of absent.keys()) {
          if (absent.size < absentMax) break
          absent.delete(oldest)
        }
        absent.set(key, { checkedAt: now(), changes: changesBefore })
        return null
      }
      const isAbsent = (key: string): boolean => {
        const noted = absent.get(key)
        return noted !== undefined && noted.changes === changes && now() - noted.checkedAt < freshMillis
      }

      const liveOf = (slug: string): LiveVersion | null => {
        const cached = cache.get(slug)
        return cached?.kind === "live" ? cached.live : null
      }
      const isFresh = (live: LiveVersion): boolean =>
        live.changes >= changesOfAll &&
        live.changes >= (changesOfProjects.get(live.projectId) ?? 0) &&
        now() - live.checkedAt < freshMillis

      /** Requests that need the same wait for one statement. */
      const running = new Map<string, Fiber.Fiber<unknown>>()
      const once = <A>(key: string, effect: Effect.Effect<A>): Effect.Effect<A> =>
        Effect.suspend(() => {
          const known = running.get(key)
          if (known !== undefined) return Fiber.join(known as Fiber.Fiber<A>)
          const ended = Effect.sync(() => running.delete(key))
          const fiber = fork(Effect.ensuring(semaphore.withPermit(effect), ended)) as Fiber.Fiber<A>
          if (fiber.pollUnsafe() === undefined) running.set(key, fiber)
          return Fiber.join(fiber)
        })

      const checkLive = (slug: string): Effect.Effect<LiveVersion | null> =>
        once(
          slug,
          Effect.gen(function* () {
            const changesBefore = changes
            const found = yield* content.findLive(slug)
            if (Option.isNone(found)) {
              cache.delete(slug)
              return noteAbsent(slug, changesBefore)
            }
            const live = { ...found.value, checkedAt: now(), changes: changesBefore }
            cache.set(slug, { kind: "live", live }, entryBytes)
            return live
          })
        )

      const findLive = (slug: string): Effect.Effect<LiveVersion | null> =>
        Effect.suspend(() => {
          const known = liveOf(slug)
          if (known === null) return isAbsent(slug) ? Effect.succeed(null) : checkLive(slug)
          if (isFresh(known)) return Effect.succeed(known)
          return Effect.timeoutOption(checkLive(slug), patienceMillis).pipe(
            Effect.map(Option.getOrElse(() => keepKnown(known))),
            Effect.catchDefect(() => Effect.sync(() => keepKnown(known)))
          )
        })
      const keepKnown = (known: LiveVersion): LiveVersion => {
        known.checkedAt = now()
        return known
      }

      const loadVersion = (slug: string, live: LiveVersion, number: number): Effect.Effect<Version | null> => {
        const key = versionKey(live, number)
        return once(
          key,
          Effect.gen(function* () {
            const changesBefore = changes
            const found = yield* content.findVersion(slug, number)
            if (Option.isNone(found)) return noteAbsent(key, changesBefore)
            const { files } = found.value
            const version = new Map(files.map((file) => [file.path, file]))
            cache.set(key, { kind: "version", version }, entryBytes + files.length * fileEntryBytes)
            return version
          })
        )
      }

      const loadFile = (live: LiveVersion, digest: string) => {
        const key = fileKey(live, digest)
        return once(
          key,
          Effect.map(content.readFile(live.contentDeliveryId, digest), (found) => {
            if (Option.isNone(found)) return null
            const file = { ...found.value, digest }
            const { content: bytes, brotli, gzip } = file
            const size = bytes.byteLength + (brotli?.byteLength ?? 0) + (gzip?.byteLength ?? 0) + entryBytes
            cache.set(key, { kind: "file", file }, size)
            return file
          })
        )
      }

      /** The same in memory; undefined: something is not there, or has to be checked. */
      const findReady = ({ slug, version: requested, path }: DeliveredPath): ReadyFile | null | undefined => {
        const live = liveOf(slug)
        if (live === null) return isAbsent(slug) ? null : undefined
        if (!isFresh(live)) return undefined
        const key = versionKey(live, requested ?? live.version)
        const version = cache.get(key)
        if (version?.kind !== "version") return requested !== null && isAbsent(key) ? null : undefined
        const file = version.version.get(path)
        if (file === undefined) return null
        const bytes = cache.get(fileKey(live, file.digest))
        return bytes?.kind === "file" ? readyFile(bytes.file, file, requested) : undefined
      }

      const load = Effect.fnUntraced(function* ({ slug, version: requested, path }: DeliveredPath) {
        const live = yield* findLive(slug)
        if (live === null) return null
        const number = requested ?? live.version
        const known = cache.get(versionKey(live, number))
        const version = known?.kind === "version" ? known.version : yield* loadVersion(slug, live, number)
        const file = version?.get(path)
        if (file === undefined) return null
        const cached = cache.get(fileKey(live, file.digest))
        const bytes = cached?.kind === "file" ? cached.file : yield* loadFile(live, file.digest)
        return bytes === null ? null : readyFile(bytes, file, requested)
      })

      return PublishedContent.of({
        find: (requested) => {
          const ready = findReady(requested)
          return ready === undefined ? load(requested) : ready
        }
      })
    })
  )
}

const versionKey = ({ contentDeliveryId }: LiveVersionRow, version: number) => `${contentDeliveryId}@${version}`

const fileKey = ({ contentDeliveryId }: LiveVersionRow, digest: string) => `${contentDeliveryId}/${digest}`

const readyFile = (
  { digest, content, brotli, gzip }: Omit<ReadyFile, "mediaType" | "isImmutable">,
  { mediaType }: PublishedFile,
  version: number | null
): ReadyFile => ({ mediaType, digest, content, brotli, gzip, isImmutable: version !== null })
