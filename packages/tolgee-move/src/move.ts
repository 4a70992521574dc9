import { createHash } from "node:crypto"
import type { PublishedExport } from "@dragoman/domain/content-delivery"
import type { TranslationService } from "@dragoman/domain/machine-translation"
import {
  type FindingKind,
  type MoveCounts,
  type MoveOutcome,
  mergeOutcomes,
  type TakenKind
} from "@dragoman/domain/tolgee"
import { Database, type NewImage, type QualityIssueRow, TolgeeMoveRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { SourcePublishedExport } from "./source-models.ts"
import type { SourceServer } from "./source-server.ts"

/** The fields that tell issues of one text apart. */
export type IssuePlace = Pick<
  QualityIssueRow,
  "type" | "message" | "replacement" | "positionStart" | "positionEnd" | "pluralVariant"
>

/** The rules of the program into whose database is moved. */
export interface MoveHost {
  /** Makes the row of a screenshot of an image file, under a random name; null: the file is no image. */
  readonly encodeScreenshot: (
    path: string,
    values: Pick<NewImage, "location" | "createdAt">
  ) => Effect.Effect<NewImage | null>
  /** Tells bcrypt hashes, which the server of Tolgee made, from those that were made here. */
  readonly isForeignHash: (hash: string) => boolean
  /** Services of machine translation that the settings of the program switch on. */
  readonly services: ReadonlyArray<TranslationService>
  readonly digestOfKey: (key: string) => string
  /** Severity of a type of quality check in a new project; null: the program does not have the type. */
  readonly severityInNewProject: (type: string) => string | null
  /** Names an ignored issue by its place, until its text is checked here. */
  readonly identityOfIssue: (issue: IssuePlace) => string
  /** Checks the parameters of a content delivery; null: this program does not have such exports. */
  readonly parsePublishedExport: (parameters: SourcePublishedExport) => PublishedExport | null
}

/** A move from a server of Tolgee into the database of the settings. */
export interface Move {
  readonly sourceId: number
  readonly server: SourceServer
  readonly host: MoveHost
  /** Epoch milliseconds. */
  readonly now: number
  readonly withHistory: boolean
  /** Whether passwords, keys and secrets come from the database of the server. */
  readonly withDatabase: boolean
  /** Prints a line about the present step, for people. */
  readonly printLine: (line: string) => void
}

/** Counts the rows that one transaction took, and lists those that it could not take. */
export class StepReport {
  readonly #counts = new Map<TakenKind, MoveCounts>()
  readonly #findings: Array<MoveOutcome["findings"][number]> = []

  count(kind: TakenKind, what: keyof MoveCounts, number = 1): void {
    if (number === 0) return
    const counts = this.#counts.get(kind) ?? { added: 0, changed: 0, unchanged: 0 }
    this.#counts.set(kind, { ...counts, [what]: counts[what] + number })
  }

  find(kind: FindingKind, where: string, detail: string | null = null): void {
    this.#findings.push({ kind, where, detail })
  }

  get outcome(): MoveOutcome {
    return { counts: Object.fromEntries(this.#counts), findings: this.#findings }
  }
}

/** A part of a move that continues where it ended. */
export interface Step {
  /** Cursor where it continues; null: at its beginning. */
  readonly cursor: string | null
  /** Writes in one transaction, and records that the step has come as far as `cursor`. */
  readonly commit: <A, E, R>(
    cursor: string | null,
    write: (report: StepReport) => Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E, R>
}

/** Runs a part of the move, unless it has ended already. */
export const runStep = Effect.fnUntraced(function* <E, R>(
  move: Move,
  name: string,
  body: (step: Step) => Effect.Effect<void, E, R>
) {
  const database = yield* Database
  const moves = yield* TolgeeMoveRepository
  const known = Option.getOrNull(yield* moves.findStep(move.sourceId, name))
  if (known?.finishedAt !== null && known !== null) return
  let outcome: MoveOutcome = known?.outcome ?? { counts: {}, findings: [] }
  let reached = known?.cursor ?? null
  const save = (cursor: string | null, finishedAt: number | null, saved: MoveOutcome) =>
    moves.saveStep(move.sourceId, { name, cursor, finishedAt, outcome: saved })
  yield* body({
    cursor: reached,
    commit: Effect.fnUntraced(function* (cursor, write) {
      const { value, sum } = yield* database.transaction(
        Effect.gen(function* () {
          // A transaction may run again: then it counts from the start.
          const report = new StepReport()
          const written = yield* write(report)
          const merged = mergeOutcomes([outcome, report.outcome])
          yield* save(cursor, null, merged)
          return { value: written, sum: merged }
        })
      )
      outcome = sum
      reached = cursor
      return value
    })
  })
  yield* database.transaction(save(reached, move.now, outcome))
})

/** Digests facts, so that a later run sees that they have changed. */
export const digestOf = (facts: unknown): string =>
  createHash("sha256").update(JSON.stringify(facts), "utf8").digest("base64").slice(0, 22)
