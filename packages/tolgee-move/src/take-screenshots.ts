import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, extname, join } from "node:path"
import { ImageRepository, MovedRowRepository, TolgeeMoveRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { Move, Step } from "./move.ts"
import type { SourceKey, SourceScreenshot } from "./source-models.ts"
import type { TakenProject } from "./take-projects.ts"

/** Takes the files of screenshots that are not here yet, each in a transaction of its own: they are large. */
export const takeScreenshots = Effect.fnUntraced(function* (
  move: Move,
  project: TakenProject,
  step: Step,
  keys: ReadonlyArray<SourceKey>
) {
  const moves = yield* TolgeeMoveRepository
  const images = yield* ImageRepository
  const shown = new Map(keys.flatMap(({ screenshots }) => (screenshots ?? []).map((one) => [one.id, one] as const)))
  const taken = yield* moves.listTaken(move.sourceId, "screenshot", [...shown.keys()])
  for (const screenshot of shown.values()) {
    if (taken.has(screenshot.id)) continue
    const image = yield* readScreenshot(move, screenshot)
    yield* step.commit(
      step.cursor,
      Effect.fnUntraced(function* (report) {
        if (image === null) {
          return report.find(
            "screenshotFile",
            `${project.name}: screenshot ${screenshot.id}`,
            screenshot.fileUrl ?? null
          )
        }
        const name = (yield* freeName(screenshot)) ?? image.name
        const ourId = yield* images.insert({ ...image, name })
        yield* moves.take(move.sourceId, "screenshot", [{ takenId: screenshot.id, ourId, digest: null }])
        report.count("screenshot", "added")
      })
    )
  }
})

/** Reads an image; null: its file cannot be read, or is no image. */
const readScreenshot = Effect.fnUntraced(function* (move: Move, screenshot: SourceScreenshot) {
  const { fileUrl, filename } = screenshot
  const path = pathOf(move.server.url, fileUrl ?? null) ?? (filename == null ? null : `/screenshots/${filename}`)
  const bytes = path === null ? null : yield* move.server.getFile(path)
  if (bytes === null) return null
  const createdAt = new Date(screenshot.createdAt ?? move.now).getTime()
  return yield* Effect.acquireUseRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "dragoman-tolgee-"))),
    (folder) => {
      const file = join(folder, "screenshot")
      writeFileSync(file, bytes, { mode: 0o600 })
      return move.host.encodeScreenshot(file, {
        location: screenshot.location ?? null,
        createdAt: Number.isFinite(createdAt) ? createdAt : move.now
      })
    },
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  )
})

/** Finds the path behind the address of the server. null: it is on another server, to which nothing is sent. */
const pathOf = (url: string, address: string | null): string | null => {
  if (address === null) return null
  if (address.startsWith("/")) return address
  if (!URL.canParse(address)) return null
  const [server, file] = [new URL(url), new URL(address)]
  const prefix = server.pathname.replace(/\/$/, "")
  // The server may know itself by another name, as behind a proxy; a file storage of its own has other paths.
  if (!file.pathname.startsWith(`${prefix}/screenshots/`)) return null
  return `${file.pathname.slice(prefix.length)}${file.search}`
}

/** Matches random names; with them the address of the image stays the same. */
const unguessable = /^[0-9a-f]{32,64}$/i

/** Keeps the name of the file where that is possible. */
const freeName = Effect.fnUntraced(function* ({ filename }: SourceScreenshot) {
  const images = yield* ImageRepository
  const file = (filename ?? "").split("?")[0] ?? ""
  const name = basename(file, extname(file))
  if (!unguessable.test(name)) return null
  const found = yield* images.findFile(name, "large", ["SCREENSHOT", "UPLOAD"])
  return found._tag === "None" ? name : null
})

/** Writes which keys screenshots show, and where. `ids`: of the keys here, by their ids at the source. */
export const takeReferences = Effect.fnUntraced(function* (
  move: Move,
  project: TakenProject,
  keys: ReadonlyArray<SourceKey>,
  ids: ReadonlyMap<number, number>
) {
  const moves = yield* TolgeeMoveRepository
  const rows = yield* MovedRowRepository
  const shown = keys.flatMap(({ screenshots }) => (screenshots ?? []).map(({ id }) => id))
  const taken = yield* moves.listTaken(move.sourceId, "screenshot", shown)
  const references = keys.flatMap((key) =>
    (key.screenshots ?? []).flatMap((screenshot) => {
      const [imageId, keyId] = [taken.get(screenshot.id)?.ourId, ids.get(key.keyId)]
      if (imageId === undefined || keyId === undefined) return []
      const ofKey = (screenshot.keyReferences ?? []).filter((reference) => reference.keyId === key.keyId)
      const positions = ofKey.flatMap(({ position }) => position ?? [])
      return [
        {
          imageId,
          keyId,
          projectId: project.id,
          positions: positions.length === 0 ? null : positions,
          originalText: ofKey.find(({ originalText }) => originalText != null)?.originalText ?? null
        }
      ]
    })
  )
  yield* rows.put("reference", references)
})
