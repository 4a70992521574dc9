export { creationLanguages } from "./key/creation-languages.ts"
export { editActivityType } from "./key/edit-activity-type.ts"
export { splitByFreePlace } from "./key/free-place.ts"
export { type KeyNeighbour, neighboursInOrder, relatedKeysMax } from "./key/key-neighbours.ts"
export {
  checkStates,
  type KeyComplexUpdate,
  type KeyComplexUpdateInput,
  type KeyCreation,
  type KeyCreationInput,
  type KeyEdit,
  type KeyEditInput,
  keyLimits,
  type RelatedKey,
  toNamespaceName,
  validateKeyComplexUpdate,
  validateKeyCreation,
  validateKeyEdit
} from "./key/key-rules.ts"
export { makeTextScore, type TextScore } from "./key/score-text.ts"
