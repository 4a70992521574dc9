import { describeChange, type EntityChange, type ModifiedEntity } from "./modified-entity.ts"

/** A change that many keys have alike: their activity differs in nothing but their ids, and their names where it shows these. */
export interface AlikeKeysChange {
  readonly keyIds: ReadonlyArray<number>
  /** That of one of them; of the class `Key` or `KeyMeta`, and changes no name. */
  readonly change: EntityChange
}

/** A record of keys that changed alike. */
export interface AlikeKeys {
  readonly keyIds: ReadonlyArray<number>
  /** The change of one of them. */
  readonly entity: ModifiedEntity
}

/** The recorded changes of those groups of which a recorded property changed: decided once for each group. */
export const describeAlike = (changes: ReadonlyArray<AlikeKeysChange>): ReadonlyArray<AlikeKeys> =>
  changes.flatMap(({ keyIds, change }) => {
    const entity = describeChange(change)
    return entity === null || keyIds.length === 0 ? [] : [{ keyIds, entity }]
  })
