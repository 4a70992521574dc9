import { Data } from "effect"

/** What a person can mend: `sentence` says what is wrong and what to do. Commands print it, without a stack trace. */
export class CommandFailure extends Data.TaggedError("CommandFailure")<{ readonly sentence: string }> {}
