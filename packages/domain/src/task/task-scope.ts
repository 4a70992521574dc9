import type { TranslationState } from "../translation/translation.ts"

/** A key of the project that may come into a task, with its text in the language of the task. */
export interface TaskCandidate {
  readonly keyId: number
  /** UNTRANSLATED where the key has no translation. */
  readonly state: TranslationState
  readonly outdated: boolean
  /** Size of the base text; 0 without one. */
  readonly words: number
  readonly characters: number
  /** Whether an open task of the same type and language has the key. */
  readonly isInOpenTask: boolean
}

/** Keys that a new task takes: those in one of the states, and the outdated ones if asked for; without both, all keys. */
export interface TaskFilter {
  readonly states: ReadonlyArray<TranslationState>
  readonly outdated: boolean
}

/** NOT_FOUND: the branch has no such key. FILTERED: the filter leaves it out. IN_OTHER_TASK: an open task has it. */
export const skipReasons = ["NOT_FOUND", "FILTERED", "IN_OTHER_TASK"] as const

export type SkipReason = (typeof skipReasons)[number]

/** Keys of a task, and why the others are not taken. */
export interface ScopedKeys {
  /** In the order of the request. */
  readonly keyIds: ReadonlyArray<number>
  readonly skipped: ReadonlyArray<{ readonly keyId: number; readonly reason: SkipReason }>
  readonly words: number
  readonly characters: number
  /** Number of keys, with those of other open tasks. */
  readonly countWithConflicts: number
}

/** Chooses keys for a task. `candidates`: those of the asked keys that exist; each asked key is either taken or skipped. */
export const scopeOfTask = (
  asked: ReadonlyArray<number>,
  candidates: ReadonlyArray<TaskCandidate>,
  filter: TaskFilter
): ScopedKeys => {
  const candidateById = new Map(candidates.map((candidate) => [candidate.keyId, candidate]))
  const keyIds: Array<number> = []
  const skipped: Array<ScopedKeys["skipped"][number]> = []
  let words = 0
  let characters = 0
  let conflicts = 0
  for (const keyId of new Set(asked)) {
    const candidate = candidateById.get(keyId)
    const reason = skipReason(candidate, filter)
    if (reason === "IN_OTHER_TASK") conflicts++
    if (reason !== null) {
      skipped.push({ keyId, reason })
      continue
    }
    keyIds.push(keyId)
    words += candidate?.words ?? 0
    characters += candidate?.characters ?? 0
  }
  return { keyIds, skipped, words, characters, countWithConflicts: keyIds.length + conflicts }
}

const skipReason = (candidate: TaskCandidate | undefined, { states, outdated }: TaskFilter): SkipReason | null => {
  if (candidate === undefined) return "NOT_FOUND"
  const isUnfiltered = states.length === 0 && !outdated
  const isChosen = isUnfiltered || states.includes(candidate.state) || (outdated && candidate.outdated)
  if (!isChosen) return "FILTERED"
  return candidate.isInOpenTask ? "IN_OTHER_TASK" : null
}
