import type { SendResult } from "../sending/send-result.ts"
import { respondedWith } from "./scripted-engine.ts"

/** A step of a sequence of one webhook configuration. */
export type StateStep =
  /** An attempt and its result. */
  | { readonly type: "attempt"; readonly result: SendResult }
  /** A person's edit; `enabled` null: only the rest. */
  | { readonly type: "edit"; readonly enabled: boolean | null; readonly isMoved: boolean }
  | { readonly type: "test"; readonly result: SendResult }
  | { readonly type: "restart" }

/** Numbers below a bound, the same for the same seed. */
export type Chance = (bound: number) => number

export const makeChance = (seed: number): Chance => {
  let state = seed >>> 0
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
}

const noResponses = ["timedOut", "hostNotFound", "closedEarly", "connectionRefused"] as const
const failingStatuses = [301, 302, 400, 404, 410, 500, 502, 503]

const anyResult = (chance: Chance): SendResult => {
  const kind = chance(10)
  if (kind < 2) return respondedWith(kind === 0 ? 200 : 204)
  if (kind < 6) return { kind: "noResponse", reason: noResponses[kind - 2] ?? "failed", detail: null }
  if (kind === 6) return respondedWith(429, chance(2) === 0 ? String(chance(20_000)) : null)
  return respondedWith(failingStatuses[chance(failingStatuses.length)] ?? 500)
}

export const anyStep = (chance: Chance): StateStep => {
  const kind = chance(20)
  if (kind < 14) return { type: "attempt", result: anyResult(chance) }
  if (kind < 18)
    return { type: "edit", enabled: [true, false, null, null][kind - 14] ?? null, isMoved: chance(2) === 0 }
  return kind === 18 ? { type: "test", result: anyResult(chance) } : { type: "restart" }
}

const minute = 60_000

/** Minutes, hours or days, in milliseconds. */
export const anyPause = (chance: Chance): number =>
  chance([10 * minute, 600 * minute, 6_000 * minute][chance(3)] ?? minute)
