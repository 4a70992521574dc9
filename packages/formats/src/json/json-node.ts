/** A JSON document with places. `offset`: UTF-16 offset of the value's first character. */
export type JsonNode = JsonText | JsonScalar | JsonNull | JsonArray | JsonObject

export interface JsonText {
  readonly kind: "text"
  readonly text: string
  readonly offset: number
}

/** A number or a boolean, as the text that is imported. */
export interface JsonScalar {
  readonly kind: "scalar"
  readonly text: string
  readonly offset: number
}

export interface JsonNull {
  readonly kind: "null"
  readonly offset: number
}

export interface JsonArray {
  readonly kind: "array"
  readonly items: ReadonlyArray<JsonNode>
  readonly offset: number
}

/** Of a name that comes again the last value stays, at the place of the first. */
export interface JsonObject {
  readonly kind: "object"
  readonly members: ReadonlyMap<string, JsonMember>
  /** Values that gave way to a later one of the same name, in file order. Absent = none. */
  readonly replaced?: ReadonlyArray<ReplacedMember> | undefined
  readonly offset: number
}

export interface ReplacedMember extends JsonMember {
  readonly name: string
}

export interface JsonMember {
  readonly value: JsonNode
  readonly nameOffset: number
}
