import { once } from "node:events"
import { createWriteStream } from "node:fs"
import { pipeline } from "node:stream/promises"
import { createGzip } from "node:zlib"
import {
  ActivityRetentionRepository,
  type ExpiredRevision,
  type StoredDescribedEntity,
  type StoredModifiedEntity
} from "@dragoman/store"
import { Effect } from "effect"

/** Compressed size after which an archive takes no further revision, in bytes. */
const archiveBytesMax = 64 * 1024 * 1024

/** Entities that are read at once. */
const entitiesPerPage = 500

/**
 * Writes revisions to a gzip file of NDJSON, and returns the last one that it took: a large archive ends early. Memory does not depend
 * on the size of a revision. Format: docs/operations.md#the-archive.
 */
export const writeArchive = Effect.fn("writeArchive")(function* (
  path: string,
  projectId: number,
  revisions: ReadonlyArray<ExpiredRevision>
) {
  const file = createWriteStream(path, { mode: 0o600 })
  const gzip = createGzip()
  const written = pipeline(gzip, file)
  // An error is thrown where the next text is written.
  written.catch(() => {})
  const write = (text: string) =>
    Effect.promise(async () => {
      if (!gzip.write(text)) await Promise.race([once(gzip, "drain"), written])
    })
  let last: ExpiredRevision | undefined
  for (const revision of revisions) {
    if (file.bytesWritten > archiveBytesMax) break
    yield* writeRevision(projectId, revision, write)
    last = revision
  }
  gzip.end()
  yield* Effect.promise(() => written)
  return last
})

type Write = (text: string) => Effect.Effect<void>

const writeRevision = Effect.fnUntraced(function* (projectId: number, revision: ExpiredRevision, write: Write) {
  const repository = yield* ActivityRetentionRepository
  const { entitiesOf, counts, params, ...head } = revision
  // The JSON of the database is written as it is: parsing it would cost more than all else.
  yield* write(`${JSON.stringify({ projectId, ...head }).slice(0, -1)},"counts":${counts},"params":${params}`)
  yield* writeEntities("entities", entitiesOf, repository.pageOfModified, printModified, write)
  yield* writeEntities("described", entitiesOf, repository.pageOfDescribed, printDescribed, write)
  yield* write("}\n")
})

const writeEntities = Effect.fnUntraced(function* <Row extends StoredModifiedEntity | StoredDescribedEntity>(
  name: string,
  entitiesOf: number,
  read: (page: {
    readonly entitiesOf: number
    readonly after: Row | null
    readonly limit: number
  }) => Effect.Effect<ReadonlyArray<Row>>,
  print: (row: Row) => string,
  write: Write
) {
  yield* write(`,"${name}":[`)
  let after: Row | null = null
  for (;;) {
    const rows: ReadonlyArray<Row> = yield* read({ entitiesOf, after, limit: entitiesPerPage })
    if (rows.length > 0) yield* write(`${after === null ? "" : ","}${rows.map(print).join(",")}`)
    after = rows.at(-1) ?? null
    if (rows.length < entitiesPerPage) break
    yield* Effect.yieldNow
  }
  yield* write("]")
})

const printModified = ({ entityClass, entityId, kind, description, modifications, relations }: StoredModifiedEntity) =>
  `{"entityClass":"${entityClass}","entityId":${entityId},"kind":"${kind}","description":${description},"modifications":${modifications},"relations":${relations}}`

const printDescribed = ({ entityClass, entityId, data, relations }: StoredDescribedEntity) =>
  `{"entityClass":"${entityClass}","entityId":${entityId},"data":${data},"relations":${relations}}`
