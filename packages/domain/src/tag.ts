export {
  type ComplexTagOperation,
  makeTagChange,
  matchesAny as matchesAnyTag,
  type TaggedKey,
  tagNameMaxUtf16Units,
  validateTagName,
  validateTagNames
} from "./tag/tag.ts"
