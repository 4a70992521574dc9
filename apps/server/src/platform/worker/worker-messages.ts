import { type DomainError, type ErrorCode, type ErrorStatus, errorCodes, type Json } from "@dragoman/domain/error"
import { DatabaseBusy, DatabaseUnavailable, outageOf } from "@dragoman/store"
import { Cause, Schema, SchemaGetter } from "effect"
import { Rpc } from "effect/rpc"
import { Transferable } from "effect/workers"
import { JobTraces } from "./trace-jobs.ts"

// Schemas for messages between threads. Numbers are `Schema.Finite`: checking others takes three times as long.

const ownBuffer = ({ buffer, byteLength }: Uint8Array | Float64Array): Array<ArrayBuffer> =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []

/** Bytes that are transferred instead of copied, if they are the whole of their buffer. */
export const SentBytes = Transferable.schema(
  Schema.declare((bytes): bytes is Uint8Array => bytes instanceof Uint8Array),
  ownBuffer
)

/** Any number of ids, which are transferred instead of copied, and not checked one by one. */
export const SentNumbers = Transferable.schema(Schema.instanceOf(Float64Array), ownBuffer)

/** Data that crosses as it is, after a check. Effect encodes structs and unions field by field instead. */
export const sentIf = <A>(is: (value: unknown) => value is A) => Transferable.schema(Schema.declare(is), () => [])

/** The database that a thread connects to, with its connections. */
const ThreadDatabase = Schema.Union([
  Schema.Struct({ engine: Schema.Literal("sqlite"), filename: Schema.String }),
  Schema.Struct({
    engine: Schema.Literal("postgres"),
    url: Schema.String,
    directUrl: Schema.optionalKey(Schema.String),
    connections: Schema.optionalKey(Schema.Struct({ read: Schema.Finite, write: Schema.Finite })),
    replica: Schema.optionalKey(Schema.Struct({ url: Schema.String, lagMillisMax: Schema.Finite }))
  })
])

/** The data of a thread that only reads and writes the database. */
export const DatabaseWorkerData = Schema.Struct({ database: ThreadDatabase })

/** The data of a thread that changes content. */
export const ContentWorkerData = Schema.Struct({
  ...DatabaseWorkerData.fields,
  publishingDelays: Schema.Struct({ quietMillis: Schema.Finite, latestMillis: Schema.Finite })
})

const isTextsByCode = Schema.is(Schema.Record(Schema.String, Schema.Array(Schema.String)))

/** Errors of use cases. */
export const SentDomainError = Schema.Union([
  Schema.Struct({
    kind: Schema.Literal("code"),
    status: sentIf((status): status is ErrorStatus => typeof status === "number"),
    code: sentIf((code): code is ErrorCode => typeof code === "string" && code in errorCodes),
    // It may name a hundred thousand texts, so they are not checked one by one (ADR 25).
    params: sentIf((params): params is ReadonlyArray<Json> | null => params === null || Array.isArray(params))
  }),
  Schema.Struct({
    kind: Schema.Literal("standardValidation"),
    messages: Schema.Record(Schema.String, Schema.String)
  }),
  Schema.Struct({
    kind: Schema.Literal("customValidation"),
    codes: sentIf((codes): codes is Extract<DomainError, { kind: "customValidation" }>["codes"] => isTextsByCode(codes))
  })
])

export const isDomainError = Schema.is(SentDomainError)

/** Defects cross as their text; a database that is busy or unavailable stays so, because the same job may succeed later. */
const SentDefect = Schema.Struct({
  database: Schema.NullOr(Schema.Literals(["busy", "unreachable", "notWritable", "damaged", "overloaded"])),
  text: Schema.String
}).pipe(
  Schema.decodeTo(Schema.Unknown, {
    decode: SchemaGetter.transform(({ database, text }) => {
      if (database === null) return Object.assign(new Error("A defect in a thread"), { stack: text })
      return database === "busy"
        ? new DatabaseBusy({ cause: text })
        : new DatabaseUnavailable({ outage: database, cause: text })
    }),
    encode: SchemaGetter.transform((defect) => ({
      database: defect instanceof DatabaseBusy ? "busy" : outageOf(Cause.die(defect)),
      text: Cause.pretty(Cause.die(defect))
    }))
  })
)

/** A job for worker threads. `error`: of the domain, or never. */
export const job = <
  const Name extends string,
  Input extends Schema.Top,
  Result extends Schema.Top,
  Error extends Schema.Top = Schema.Never
>(
  name: Name,
  input: Input,
  result: Result,
  error?: Error
) =>
  Rpc.make(name, { payload: input, success: result, ...(error && { error }), defect: SentDefect }).middleware(JobTraces)

/** A job that sends values before it ends. */
export const streamingJob = <
  const Name extends string,
  Input extends Schema.Top,
  Result extends Schema.Top,
  Error extends Schema.Top = Schema.Never
>(
  name: Name,
  input: Input,
  result: Result,
  error?: Error
) =>
  Rpc.make(name, {
    payload: input,
    success: result,
    ...(error && { error }),
    defect: SentDefect,
    stream: true
  }).middleware(JobTraces)
