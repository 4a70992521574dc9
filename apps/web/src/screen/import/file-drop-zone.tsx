import type { ReactNode } from "react"
import { DropZone } from "react-aria-components"
import { useText } from "../../base/texts/text.ts"
import { filesOfDrop, type NamedFile } from "./dropped-files.ts"
import styles from "./file-drop-zone.module.css"

interface FileDropZoneProps {
  readonly onFiles: (files: ReadonlyArray<NamedFile>) => void
  readonly children: ReactNode
}

/** Content on which files and folders can be dropped anywhere. */
export const FileDropZone = ({ onFiles, children }: FileDropZoneProps) => {
  const t = useText()
  return (
    <DropZone
      aria-label={t("import.drop")}
      className={styles["zone"] ?? ""}
      onDrop={async ({ items }) => onFiles(await filesOfDrop(items))}
    >
      {({ isDropTarget }) => (
        <>
          {isDropTarget && (
            <div className={styles["target"]} aria-hidden>
              {t("import.drop-here")}
            </div>
          )}
          {children}
        </>
      )}
    </DropZone>
  )
}
