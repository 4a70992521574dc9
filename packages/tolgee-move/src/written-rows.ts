import { TolgeeMoveRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { Move } from "./move.ts"
import type { TakenBranch } from "./take-branches.ts"

/** Counts the rows that a part of this move has added or changed on the branch. */
export const countWritten = Effect.fnUntraced(function* (move: Move, branch: TakenBranch, part: "keys" | "values") {
  const moves = yield* TolgeeMoveRepository
  const found = yield* moves.findStep(move.sourceId, `${branch.steps} ${part}`)
  const { counts } = Option.match(found, { onNone: () => ({ counts: {} }), onSome: ({ outcome }) => outcome })
  return Object.values(counts).reduce((sum, { added, changed }) => sum + added + changed, 0)
})
