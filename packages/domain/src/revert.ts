export {
  type RevertAction,
  type RevertConflict,
  type RevertConflictReason,
  type RevertContext,
  type RevertedKey,
  type RevertedValue,
  type RevertField,
  type RevertibleKey,
  type RevertRights,
  revertConflictReasons,
  revertFields,
  revertKey
} from "./revert/revert-key.ts"
