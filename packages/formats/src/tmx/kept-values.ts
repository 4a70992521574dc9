/** Custom values in which an import keeps parts of a unit that a key has no place for. Source: docs/formats.md#tmx. */

/** The `tuid` of a unit whose key is another one. */
export const unitIdCustomValue = "_tmxUnitId"
/** Lists of type and text. */
export const propertiesCustomValue = "_tmxProperties"

/** The property that has the name of the key. */
export const keyProperty = "x-key"
