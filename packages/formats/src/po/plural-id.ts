/** The custom value in which a plural entry keeps its msgid_plural for export. Source: docs/formats.md#po. */
export const pluralIdCustomValue = "_poFileMsgIdPlural"
