import {
  ClearStartBody,
  CopyStartBody,
  KeyIdsBody,
  KeysStartBody,
  NamespaceStartBody,
  StateStartBody,
  TagsStartBody
} from "@dragoman/api"
import type { DomainError } from "@dragoman/domain/error"
import { Effect, type Schema } from "effect"
import { decodeReceivedJson } from "../body/decode-received-json.ts"
import { jsonBounds } from "../body/json-limits.ts"
import type { ReceivedJson } from "../body/receive-json.ts"
import { failWith } from "../fail.ts"

/** Bodies that hold a list of keys, which may be long. */
export const idListBodies = {
  keys: KeysStartBody,
  state: StateStartBody,
  clear: ClearStartBody,
  copy: CopyStartBody,
  namespace: NamespaceStartBody,
  tags: TagsStartBody,
  ids: KeyIdsBody
}

export type IdListBodies = typeof idListBodies

export type IdListName = keyof IdListBodies

export interface IdListJob {
  readonly name: IdListName
  readonly body: ReceivedJson
}

/** The list, and the rest of the body: one number after the other crosses a thread faster than an array. */
export interface DecodedIdList {
  readonly ids: Float64Array | null
  readonly rest: Readonly<Record<string, unknown>>
}

/** Which field of a body is the long list. */
export const idListField = (name: IdListName): "ids" | "keyIds" => (name === "ids" ? "ids" : "keyIds")

/** Parses and checks the body. Its other lists are as long as in any body at most. */
export const decodeIdList = Effect.fnUntraced(function* ({
  name,
  body
}: IdListJob): Effect.fn.Return<DecodedIdList, DomainError> {
  const field = idListField(name)
  const schema = idListBodies[name] as unknown as Schema.Codec<Readonly<Record<string, unknown>>>
  const { [field]: ids, ...rest } = yield* decodeReceivedJson(body, schema)
  for (const [other, value] of Object.entries(rest)) {
    if (Array.isArray(value) && value.length > jsonBounds.valuesMax) {
      return yield* failWith("request_parse_error", [`${other}: Expected at most ${jsonBounds.valuesMax} values`])
    }
  }
  return { ids: Array.isArray(ids) ? Float64Array.from(ids) : null, rest }
})
