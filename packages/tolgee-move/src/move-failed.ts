import { Data } from "effect"

/** A failed move that a person can correct: `sentence` says what is wrong and what to do. */
export class MoveFailed extends Data.TaggedError("MoveFailed")<{ readonly sentence: string }> {}
