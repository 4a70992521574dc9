export {
  type ComplexTagOperation,
  makeTagChange,
  matchesAny as matchesAnyTag,
  type TaggedKey
} from "./tag/complex-tag-operation.ts"
export { tagNameMaxUtf16Units, validateTagName, validateTagNames } from "./tag/tag-rules.ts"
