import { type ComponentType, type ReactNode, useEffect, useState } from "react"
import { loadForAction } from "../../base/api/upgrade.ts"
import { useText } from "../../base/texts/text.ts"
import { Button } from "./button.tsx"
import { errorSentence } from "./error-details.tsx"
import styles from "./lazy-part.module.css"

/**
 * A part of a screen that is loaded when it is first shown: `lazyPart(() => import("./key-panel.tsx"), "KeyPanel")`.
 * One that cannot be loaded, as the server is gone, says so in its place and can be tried again; the rest of the screen stays.
 * React's `lazy` would fail for good, and take the screen with it. `placeholder` stands there meanwhile. Dialogs: `lazyDialog`.
 */
export const lazyPart = <M extends object, N extends keyof M>(
  load: () => Promise<M>,
  name: N,
  placeholder: Placeholder<PropsOf<M[N]>> = null
): M[N] => {
  const source = sourceOf(load, name)
  return ((props: PropsOf<M[N]>) => <PartPlace source={source} props={props} placeholder={placeholder} />) as M[N]
}

/** The props of a component. */
export type PropsOf<C> = C extends (props: infer P) => ReactNode ? P & object : object

type Placeholder<P> = ReactNode | ((props: P) => ReactNode)

/** The import of a component, for all places that show it. */
interface PartSource<P> {
  readonly load: () => Promise<ComponentType<P>>
  /** null: not yet. */
  loaded: ComponentType<P> | null
}

export const sourceOf = <M extends object, N extends keyof M>(
  load: () => Promise<M>,
  name: N
): PartSource<PropsOf<M[N]>> => ({
  load: async () => (await loadForAction(load))[name] as ComponentType<PropsOf<M[N]>>,
  loaded: null
})

/** null: it is on its way, or could not be loaded, as the error says. */
export const usePart = <P,>(source: PartSource<P>) => {
  const [Part, setPart] = useState(() => source.loaded)
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    if (Part !== null || error !== null) return
    let isGone = false
    source.load().then(
      (component) => {
        source.loaded = component
        if (!isGone) setPart(() => component)
      },
      (failure: unknown) => {
        if (!isGone) setError(failure)
      }
    )
    return () => {
      isGone = true
    }
  }, [source, Part, error])
  return { Part, error, tryAgain: () => setError(null) }
}

export interface PlaceProps<P> {
  readonly source: PartSource<P>
  readonly props: P
}

const PartPlace = <P extends object>({
  source,
  props,
  placeholder
}: PlaceProps<P> & { readonly placeholder: Placeholder<P> }) => {
  const t = useText()
  const { Part, error, tryAgain } = usePart(source)
  if (Part !== null) return <Part {...props} />
  if (error === null) return typeof placeholder === "function" ? placeholder(props) : placeholder
  return (
    <div role="alert" className={styles["failed"]}>
      <span>{errorSentence(error, t)}</span>
      <Button onPress={tryAgain}>{t("action.retry")}</Button>
    </div>
  )
}
