import type { DatabaseContent } from "@dragoman/domain/doctor"
import { DoctorRepository } from "@dragoman/store"
import { Effect, Schema } from "effect"
import { makeReading } from "../../platform/reading/reading.ts"

/** Decodes without a check: the thread of the same program has written it. */
const Content = Schema.fromJsonString(Schema.declare((_value): _value is DatabaseContent => true))

/** Reads every page of a SQLite file, so it runs in the reading thread. */
export const readDoctorContent = makeReading("readDoctorContent", {
  input: Schema.Struct({ until: Schema.Finite }),
  result: Content,
  run: Effect.fn("readDoctorContent")(function* ({ until }) {
    const { readContent } = yield* DoctorRepository
    return yield* readContent({ thoroughness: "quick", until })
  })
})
