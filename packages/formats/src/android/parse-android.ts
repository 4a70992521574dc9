import { valuesMaxOf } from "../limits.ts"
import { type ParseFailure, parseFailure } from "../reader.ts"
import type { PositionOf } from "../source-text.ts"
import { walkXml, type XmlAttributes, type XmlElement } from "../xml/walk-xml.ts"
import type { AndroidFlavor } from "./android-text.ts"
import { type AndroidValue, startValue, type ValueInProgress } from "./android-value.ts"

/** A `string`, `plurals` or `string-array`. */
export interface AndroidResource {
  readonly kind: ResourceKind
  /** Null = the attribute is missing. */
  readonly name: string | null
  readonly attributes: XmlAttributes
  /** The comments in front of it; null = none. */
  readonly comment: string | null
  /** A string has one, without a quantity. */
  readonly items: ReadonlyArray<AndroidItem>
  readonly offset: number
}

export type ResourceKind = "string" | "plurals" | "string-array"

export interface AndroidItem {
  readonly quantity: string | null
  readonly value: AndroidValue
  readonly comment: string | null
  readonly offset: number
}

/**
 * The texts of a resource file, in order; resources of other kinds are skipped. Comments belong to the element behind them;
 * of several the last one, with those straight above it.
 * Source: https://developer.android.com/guide/topics/resources/string-resource
 */
export const parseAndroid = (
  source: string,
  positionOf: PositionOf,
  flavor: AndroidFlavor,
  visit: (resource: AndroidResource) => void
): ParseFailure | null => {
  // All are kept until the end, because a later one may take the place of an earlier one.
  const itemsMax = Math.floor(valuesMaxOf(source.length) / 2)
  let failure: ParseFailure | null = null
  let itemCount = 0
  let depth = 0
  let comment: Comment | null = null
  let resource: ResourceInProgress | null = null
  let item: ItemInProgress | null = null

  const takeComment = (): string | null => {
    const text = comment?.text ?? null
    comment = null
    return text
  }
  const countItem = (offset: number) => {
    if (++itemCount > itemsMax)
      failure ??= parseFailure(
        `The file has too many texts: one of its size may have at most ${itemsMax}`,
        positionOf(offset)
      )
  }
  const startItem = ({ attributes, offset }: XmlElement, itemComment: string | null) => {
    countItem(offset)
    const quantity = attributes["quantity"] ?? null
    item = { depth, quantity, comment: itemComment, value: startValue(flavor), offset }
  }
  const startResource = (kind: ResourceKind, { attributes, offset }: XmlElement): ResourceInProgress => ({
    kind,
    name: attributes["name"] ?? null,
    attributes,
    comment: takeComment(),
    items: noItems,
    offset
  })
  const open = (element: XmlElement) => {
    depth++
    if (item !== null) return item.value.open(element)
    if (depth === 1 && element.name !== "resources") {
      failure ??= parseFailure("The root element is not resources", positionOf(element.offset))
    }
    const { name, offset } = element
    if (depth === 2 && isResourceKind(name)) {
      resource = startResource(name, element)
      if (name === "string") startItem(element, null)
      else countItem(offset)
      return
    }
    const taken = takeComment()
    if (depth === 3 && resource !== null && name === "item") startItem(element, taken)
  }
  const close = () => {
    if (item !== null && depth === item.depth) {
      const { quantity, comment: itemComment, offset } = item
      const finished = { quantity, value: item.value.finish(), comment: itemComment, offset }
      // Most resources have one: a list that grows takes room for many.
      if (resource !== null && resource.items.length === 0) resource.items = [finished]
      else resource?.items.push(finished)
      item = null
    } else if (item !== null) {
      item.value.close()
    }
    if (depth === 2 && resource !== null) {
      visit(resource)
      resource = null
    }
    if (depth <= 2) comment = null
    depth--
  }
  const addComment = (text: string, offset: number) => {
    if (item !== null) return
    const isJoined = comment !== null && !/\n\s*\n/.test(source.slice(comment.end, offset))
    comment = {
      text: isJoined ? `${comment?.text}\n${text.trim()}` : text.trim(),
      end: source.indexOf("-->", offset)
    }
  }
  return walkXml(source, positionOf, {
    open,
    text: (content) => item?.value.text(content),
    cdata: (content) => item?.value.cdata(content),
    comment: addComment,
    close,
    failure: () => failure
  })
}

interface Comment {
  readonly text: string
  readonly end: number
}

/** Never changed. */
const noItems: Array<AndroidItem> = []

interface ResourceInProgress extends AndroidResource {
  items: Array<AndroidItem>
}

interface ItemInProgress extends Omit<AndroidItem, "value"> {
  readonly depth: number
  readonly value: ValueInProgress
}

const isResourceKind = (name: string): name is ResourceKind =>
  name === "string" || name === "plurals" || name === "string-array"
