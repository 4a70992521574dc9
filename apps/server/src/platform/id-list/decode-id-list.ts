import {
  CheckStartBody,
  ClearStartBody,
  CopyStartBody,
  KeyIdsBody,
  KeysStartBody,
  LabelsStartBody,
  MachineTranslateStartBody,
  NamespaceStartBody,
  PlaygroundStartBody,
  PreTranslateStartBody,
  StateStartBody,
  TagsStartBody,
  TaskBody,
  TaskScopeBody
} from "@dragoman/api"
import { Effect, Schema } from "effect"
import { RpcGroup } from "effect/rpc"
import { decodeReceivedJson, jsonBounds, ReceivedJson } from "../body/json-body.ts"
import { failWith } from "../fail.ts"
import { job, SentDomainError, SentNumbers, sentIf } from "../worker/worker-messages.ts"

type Ids = ReadonlyArray<number> | null | undefined

/** A body whose `field` is a list of keys, which may be long. */
export interface IdListBody<in out A> {
  readonly name:
    | "keys"
    | "state"
    | "check"
    | "clear"
    | "copy"
    | "preTranslate"
    | "machineTranslate"
    | "playground"
    | "namespace"
    | "tags"
    | "labels"
    | "ids"
    | "task"
    | "taskScope"
  readonly schema: Schema.Codec<A, unknown>
  readonly field: "ids" | "keyIds" | "keys"
  readonly withIds: (body: A, ids: Ids) => A
}

const ofKeyIds = <A extends { readonly keyIds?: Ids }>(
  name: IdListBody<A>["name"],
  schema: Schema.Codec<A, unknown>
): IdListBody<A> => ({ name, schema, field: "keyIds", withIds: (body, keyIds) => ({ ...body, keyIds }) })

const ofIds: IdListBody<KeyIdsBody> = {
  name: "ids",
  schema: KeyIdsBody,
  field: "ids",
  withIds: (_body, ids) => ({ ids })
}

const ofKeys = <A extends { readonly keys?: Ids }>(
  name: IdListBody<A>["name"],
  schema: Schema.Codec<A, unknown>
): IdListBody<A> => ({ name, schema, field: "keys", withIds: (body, keys) => ({ ...body, keys }) })

export const idListBodies = {
  keys: ofKeyIds("keys", KeysStartBody),
  state: ofKeyIds("state", StateStartBody),
  check: ofKeyIds("check", CheckStartBody),
  clear: ofKeyIds("clear", ClearStartBody),
  copy: ofKeyIds("copy", CopyStartBody),
  preTranslate: ofKeyIds("preTranslate", PreTranslateStartBody),
  machineTranslate: ofKeyIds("machineTranslate", MachineTranslateStartBody),
  playground: ofKeyIds("playground", PlaygroundStartBody),
  namespace: ofKeyIds("namespace", NamespaceStartBody),
  tags: ofKeyIds("tags", TagsStartBody),
  labels: ofKeyIds("labels", LabelsStartBody),
  ids: ofIds,
  task: ofKeys("task", TaskBody),
  taskScope: ofKeys("taskScope", TaskScopeBody)
}

const IdListJob = Schema.Struct({
  name: Schema.Literals([
    "keys",
    "state",
    "check",
    "clear",
    "copy",
    "preTranslate",
    "machineTranslate",
    "playground",
    "namespace",
    "tags",
    "labels",
    "ids",
    "task",
    "taskScope"
  ]),
  body: ReceivedJson
})

/**
 * The list, and the other fields, which the receiver checks by the schema of the body. Separate numbers cross threads
 * faster than an array.
 */
const DecodedIdList = Schema.Struct({
  ids: Schema.NullOr(SentNumbers),
  rest: sentIf(Schema.is(Schema.Record(Schema.String, Schema.Unknown)))
})

export class IdListJobs extends RpcGroup.make(job("decode", IdListJob, DecodedIdList, SentDomainError)) {}

/** Parses and checks the body. Its other lists have the limits of any body. */
export const decodeIdList = Effect.fnUntraced(function* ({ name, body }: typeof IdListJob.Type) {
  const { schema, field }: { readonly schema: Schema.Codec<object, unknown>; readonly field: string } =
    idListBodies[name]
  const { [field]: ids, ...rest }: Record<string, unknown> = { ...(yield* decodeReceivedJson(body, schema)) }
  for (const [other, value] of Object.entries(rest)) {
    if (Array.isArray(value) && value.length > jsonBounds.valuesMax) {
      return yield* failWith("request_parse_error", [`${other}: Expected at most ${jsonBounds.valuesMax} values`])
    }
  }
  return { ids: Array.isArray(ids) ? Float64Array.from(ids) : null, rest }
})
