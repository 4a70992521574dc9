/** A nested document of any format, with places. `offset`: UTF-16 offset of the value's first character. */
export type TreeNode = TreeText | TreeScalar | TreeNull | TreeList | TreeObject

export interface TreeText {
  readonly kind: "text"
  readonly text: string
  readonly offset: number
}

/** A number or a boolean, as the text that is imported. */
export interface TreeScalar {
  readonly kind: "scalar"
  readonly text: string
  readonly offset: number
}

export interface TreeNull {
  readonly kind: "null"
  readonly offset: number
}

export interface TreeList {
  readonly kind: "array"
  readonly items: ReadonlyArray<TreeNode>
  readonly offset: number
}

/** A name that comes again has its last value, at the place of the first. */
export interface TreeObject {
  readonly kind: "object"
  readonly members: ReadonlyMap<string, TreeMember>
  /** Values that gave way to a later one of the same name, in file order. Absent = none. */
  readonly replaced?: ReadonlyArray<ReplacedMember> | undefined
  readonly offset: number
}

export interface ReplacedMember extends TreeMember {
  readonly name: string
}

export interface TreeMember {
  readonly value: TreeNode
  readonly nameOffset: number
}
