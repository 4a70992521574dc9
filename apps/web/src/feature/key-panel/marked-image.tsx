import type { ScreenshotModel } from "../../base/api/contract.ts"
import { ownPath } from "../../base/api/own-path.ts"
import { useText } from "../../base/texts/text.ts"
import styles from "./marked-image.module.css"

interface MarkedImageProps {
  readonly screenshot: ScreenshotModel
  readonly keyId: number
  readonly keyName: string
  /** `panel`: the smaller file; `window`: at most as large as the window; `own`: pixel by pixel. */
  readonly size: "panel" | "window" | "own"
}

/** A screenshot with a frame around each place that shows the key, where those are stored. */
export const MarkedImage = ({ screenshot, keyId, keyName, size }: MarkedImageProps) => {
  const t = useText()
  const { width, height, keyReferences, middleSizedUrl, fileUrl } = screenshot
  return (
    <span className={styles["image"]} data-size={size}>
      <img
        src={ownPath(size === "panel" ? middleSizedUrl : fileUrl)}
        width={width}
        height={height}
        alt={t("screenshot.of", { key: keyName })}
      />
      {keyReferences
        .filter((reference) => reference.keyId === keyId)
        .flatMap(({ position }) => (position === null ? [] : [position]))
        .map((place) => (
          // Images are not mirrored, so their places are not either.
          <span
            key={`${place.x} ${place.y} ${place.width} ${place.height}`}
            data-mark="key"
            aria-hidden
            className={styles["mark"]}
            style={{
              left: `${(place.x / width) * 100}%`,
              top: `${(place.y / height) * 100}%`,
              width: `${(place.width / width) * 100}%`,
              height: `${(place.height / height) * 100}%`
            }}
          />
        ))}
    </span>
  )
}
