import { FilePlus2, FolderOpen } from "lucide-react"
import { FileTrigger } from "react-aria-components"
import documentation from "../../../../../docs/import.md?url"
import { useText } from "../../base/texts/text.ts"
import { Button } from "../../widget/ui/button.tsx"
import { filesOfPicker, type NamedFile } from "./dropped-files.ts"
import styles from "./file-area.module.css"
import { fileTypeNames } from "./format-names.ts"

interface FileAreaProps {
  readonly title: string
  readonly hint: string
  /** The main thing on its screen. */
  readonly isLarge: boolean
  readonly onFiles: (files: ReadonlyArray<NamedFile>) => void
}

/** Paths whose languages are found, of formats that people know. */
const examplePaths = ["locales/cs.json", "values-cs/strings.xml", "cs.lproj/Localizable.strings"]

/** The drop area, with buttons for people who do not drop. */
export const FileArea = ({ title, hint, isLarge, onFiles }: FileAreaProps) => {
  const t = useText()
  return (
    <div className={`${styles["area"]} ${isLarge ? styles["large"] : ""}`}>
      <FilePlus2 aria-hidden className={styles["icon"]} />
      <div className={styles["words"]}>
        <p className={styles["title"]}>{title}</p>
        <p className={styles["hint"]}>{hint}</p>
        {isLarge && (
          <>
            <p className={styles["hint"]}>
              {t("import.reads", { formats: new Intl.ListFormat(t.language).format(fileTypeNames) })}{" "}
              <a href={documentation} target="_blank" rel="noreferrer">
                {t("import.to-formats")}
              </a>
            </p>
            <p className={styles["hint"]}>
              {t("import.paths")}{" "}
              {examplePaths.map((path) => (
                <code key={path} dir="ltr" className={styles["path"]}>
                  {path}
                </code>
              ))}
            </p>
          </>
        )}
      </div>
      <div className={styles["buttons"]}>
        <FileTrigger allowsMultiple onSelect={(files) => onFiles(filesOfPicker(files))}>
          <Button kind={isLarge ? "primary" : "secondary"}>{t("import.choose-files")}</Button>
        </FileTrigger>
        <FileTrigger acceptDirectory onSelect={(files) => onFiles(filesOfPicker(files))}>
          <Button icon={<FolderOpen aria-hidden />}>{t("import.choose-folder")}</Button>
        </FileTrigger>
      </div>
    </div>
  )
}

export const sizeText = (bytes: number, languageTag: string): string =>
  new Intl.NumberFormat(languageTag, { style: "unit", unit: "megabyte", maximumFractionDigits: 1 }).format(
    bytes / 1_048_576
  )
