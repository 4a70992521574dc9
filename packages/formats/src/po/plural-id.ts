/** The custom value in which a plural entry keeps its msgid_plural for export. Reference "import-and-formats" 6.14. */
export const pluralIdCustomValue = "_poFileMsgIdPlural"
