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
  ReplaceStartBody,
  StateStartBody,
  TagsStartBody,
  TaskBody,
  TaskKeysBody,
  TaskScopeBody,
  TasksBody
} from "@dragoman/api"
import { Effect, Schema } from "effect"
import { RpcGroup } from "effect/rpc"
import { decodeReceivedJson, jsonBounds, ReceivedJson } from "../body/json-body.ts"
import { failWith } from "../fail.ts"
import { job, SentDomainError, SentNumbers, sentIf } from "../worker/worker-messages.ts"

type Ids = ReadonlyArray<number> | null | undefined

const bodyNames = [
  "keys",
  "state",
  "check",
  "clear",
  "copy",
  "replace",
  "preTranslate",
  "machineTranslate",
  "playground",
  "namespace",
  "tags",
  "labels",
  "ids",
  "task",
  "tasks",
  "taskKeys",
  "taskScope"
] as const

/** A body with lists of ids, which may be long. */
export interface IdListBody<in out A> {
  readonly name: (typeof bodyNames)[number]
  readonly schema: Schema.Codec<A, unknown>
  /** Returns the lists. */
  readonly listsOf: (body: A) => ReadonlyArray<Ids>
  /** Replaces the lists, in the same order. */
  readonly withLists: (body: A, lists: ReadonlyArray<Ids>) => A
}

const ofKeyIds = <A extends { readonly keyIds?: Ids }>(
  name: IdListBody<A>["name"],
  schema: Schema.Codec<A, unknown>
): IdListBody<A> => ({
  name,
  schema,
  listsOf: ({ keyIds }) => [keyIds],
  withLists: (body, [keyIds]) => ({ ...body, keyIds })
})

const ofIds: IdListBody<KeyIdsBody> = {
  name: "ids",
  schema: KeyIdsBody,
  listsOf: ({ ids }) => [ids],
  withLists: (_body, [ids]) => ({ ids })
}

const ofKeys = <A extends { readonly keys?: Ids }>(
  name: IdListBody<A>["name"],
  schema: Schema.Codec<A, unknown>
): IdListBody<A> => ({
  name,
  schema,
  listsOf: ({ keys }) => [keys],
  withLists: (body, [keys]) => ({ ...body, keys })
})

const ofTasks: IdListBody<TasksBody> = {
  name: "tasks",
  schema: TasksBody,
  listsOf: ({ tasks }) => (tasks ?? []).map(({ keys }) => keys),
  withLists: ({ tasks }, lists) => ({ tasks: tasks?.map((task, index) => ({ ...task, keys: lists[index] })) })
}

const ofTaskKeys: IdListBody<TaskKeysBody> = {
  name: "taskKeys",
  schema: TaskKeysBody,
  listsOf: ({ addKeys, removeKeys }) => [addKeys, removeKeys],
  withLists: (_body, [addKeys, removeKeys]) => ({ addKeys, removeKeys })
}

export const idListBodies = {
  keys: ofKeyIds("keys", KeysStartBody),
  state: ofKeyIds("state", StateStartBody),
  check: ofKeyIds("check", CheckStartBody),
  clear: ofKeyIds("clear", ClearStartBody),
  copy: ofKeyIds("copy", CopyStartBody),
  replace: ofKeyIds("replace", ReplaceStartBody),
  preTranslate: ofKeyIds("preTranslate", PreTranslateStartBody),
  machineTranslate: ofKeyIds("machineTranslate", MachineTranslateStartBody),
  playground: ofKeyIds("playground", PlaygroundStartBody),
  namespace: ofKeyIds("namespace", NamespaceStartBody),
  tags: ofKeyIds("tags", TagsStartBody),
  labels: ofKeyIds("labels", LabelsStartBody),
  ids: ofIds,
  task: ofKeys("task", TaskBody),
  tasks: ofTasks,
  taskKeys: ofTaskKeys,
  taskScope: ofKeys("taskScope", TaskScopeBody)
}

const IdListJob = Schema.Struct({
  name: Schema.Literals(bodyNames),
  body: ReceivedJson
})

/**
 * The lists, and the body without them, which the receiver checks by the schema of the body. Separate numbers cross threads
 * faster than an array.
 */
const DecodedIdList = Schema.Struct({
  lists: Schema.Array(Schema.NullOr(SentNumbers)),
  rest: sentIf(Schema.is(Schema.Record(Schema.String, Schema.Unknown)))
})

export class IdListJobs extends RpcGroup.make(job("decode", IdListJob, DecodedIdList, SentDomainError)) {}

/** Parses and checks the body. Its other lists have the limits of any body. */
export const decodeIdList = Effect.fnUntraced(function* ({ name, body }: typeof IdListJob.Type) {
  const { schema, listsOf, withLists } = idListBodies[name] as IdListBody<Readonly<Record<string, unknown>>>
  const decoded = yield* decodeReceivedJson(body, schema)
  const lists = listsOf(decoded)
  const rest = withLists(
    decoded,
    lists.map(() => null)
  )
  const long = findLongList(rest, "")
  if (long !== null) {
    return yield* failWith("request_parse_error", [`${long}: Expected at most ${jsonBounds.valuesMax} values`])
  }
  return { lists: lists.map((ids) => (ids ? Float64Array.from(ids) : null)), rest }
})

/** Finds a list that is longer than other bodies may have; null: there is none. */
const findLongList = (value: unknown, path: string): string | null => {
  if (typeof value !== "object" || value === null) return null
  if (Array.isArray(value) && value.length > jsonBounds.valuesMax) return path
  for (const [name, inner] of Object.entries(value)) {
    const found = findLongList(inner, path === "" ? name : `${path}.${name}`)
    if (found !== null) return found
  }
  return null
}
