/** Paths of exported files alone, for programs that write no files: a browser that shows them before. */
export { printFilePath, severalLanguagesTag } from "./file-structure-template.ts"
