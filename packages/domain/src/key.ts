export {
  type DescriptionLine,
  type DescriptionOutcome,
  type DescriptionResult,
  descriptionLinesMax,
  descriptionOutcomes,
  planDescriptions,
  readDescriptionLines
} from "./key/description-lines.ts"
export { type KeyNeighbour, neighboursInOrder, relatedKeysMax } from "./key/key-neighbours.ts"
export { positionNewKeys } from "./key/key-position.ts"
export {
  checkStates,
  creationLanguages,
  editActivityType,
  type KeyComplexUpdate,
  type KeyComplexUpdateInput,
  type KeyCreation,
  type KeyCreationInput,
  type KeyEdit,
  type KeyEditInput,
  keyLimits,
  type RelatedKey,
  type ShownKey,
  splitByFreePlace,
  toNamespaceName,
  toShownKeys,
  validateKeyComplexUpdate,
  validateKeyCreation,
  validateKeyEdit
} from "./key/key-rules.ts"
export { makeTextScore, type TextScore } from "./key/score-text.ts"
