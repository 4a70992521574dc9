import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from "lucide-react"
import { useState } from "react"
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components"
import type { ScreenshotModel } from "../../base/api/contract.ts"
import { directionOf, useText } from "../../base/texts/text.ts"
import { IconButton } from "../../widget/ui/button.tsx"
import dialogStyles from "../../widget/ui/dialog.module.css"
import { MarkedImage } from "./marked-image.tsx"
import styles from "./screenshot-viewer.module.css"

interface ScreenshotViewerProps {
  readonly screenshots: ReadonlyArray<ScreenshotModel>
  readonly openId: number
  readonly keyId: number
  readonly keyName: string
  readonly onOpen: (id: number) => void
  readonly onClose: () => void
}

/** One screenshot as large as the window, or in its own size; arrow keys show the others. */
export const ScreenshotViewer = ({ screenshots, openId, keyId, keyName, onOpen, onClose }: ScreenshotViewerProps) => {
  const t = useText()
  const [isZoomed, setZoomed] = useState(false)
  const index = screenshots.findIndex(({ id }) => id === openId)
  const screenshot = screenshots[index]
  const forward = directionOf(t.language) === "rtl" ? "ArrowLeft" : "ArrowRight"
  const move = (by: 1 | -1) => {
    const next = screenshots[index + by]
    if (next !== undefined) onOpen(next.id)
  }
  if (screenshot === undefined) return null
  return (
    <ModalOverlay
      className={dialogStyles["backdrop"] ?? ""}
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
    >
      <Modal className={`${dialogStyles["modal"]} ${styles["modal"]}`}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys of the dialog; its buttons do the same */}
        <div
          onKeyDown={(event) => {
            if (event.key === "ArrowLeft" || event.key === "ArrowRight") move(event.key === forward ? 1 : -1)
          }}
        >
          <Dialog className={styles["viewer"] ?? ""}>
            <header className={styles["header"]}>
              <Heading slot="title" level={2}>
                {t("screenshot.number", { number: index + 1, count: screenshots.length })}
              </Heading>
              {screenshots.length > 1 && (
                <>
                  <IconButton
                    label={t("screenshot.previous")}
                    icon={<ChevronLeft aria-hidden className={styles["mirrored"]} />}
                    isDisabled={index === 0}
                    onPress={() => move(-1)}
                  />
                  <IconButton
                    label={t("screenshot.next")}
                    icon={<ChevronRight aria-hidden className={styles["mirrored"]} />}
                    isDisabled={index === screenshots.length - 1}
                    onPress={() => move(1)}
                  />
                </>
              )}
              <IconButton
                label={t(isZoomed ? "screenshot.fit" : "screenshot.zoom")}
                icon={isZoomed ? <ZoomOut aria-hidden /> : <ZoomIn aria-hidden />}
                onPress={() => setZoomed(!isZoomed)}
              />
              <IconButton label={t("action.close")} icon={<X aria-hidden />} onPress={onClose} />
            </header>
            <div className={styles["scroller"]} tabIndex={isZoomed ? 0 : -1}>
              <MarkedImage screenshot={screenshot} keyId={keyId} keyName={keyName} size={isZoomed ? "own" : "window"} />
            </div>
          </Dialog>
        </div>
      </Modal>
    </ModalOverlay>
  )
}
