import { QueryClientProvider } from "@tanstack/react-query"
import { RouterProvider } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import { I18nProvider } from "react-aria-components"
import { loadSentences } from "../base/api/error-sentences.ts"
import { queryClient } from "../base/api/query-client.ts"
import { usePreferences } from "../base/preference/preference.ts"
import type { ConsoleLanguage } from "../base/texts/console-language.ts"
import { loadTexts } from "../base/texts/load-texts.ts"
import { directionOf, makeText, type Text, TextProvider } from "../base/texts/text.ts"
import { showToast } from "../widget/toast/toast.ts"
import { Button } from "../widget/ui/button.tsx"
import styles from "../widget/ui/states.module.css"
import { useLatest } from "../widget/ui/use-latest.ts"
import { whenIdle } from "../widget/ui/when-idle.ts"
import { router } from "./router.tsx"

/** The console: texts of the chosen language around the routes. */
export const App = () => {
  const { language } = usePreferences()
  const { text, isFailed } = useLoadedText(language)
  if (text === null) return isFailed ? <WithoutTexts /> : null
  return (
    <I18nProvider locale={text.language}>
      <TextProvider value={text}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </TextProvider>
    </I18nProvider>
  )
}

/** `text` is null while the first texts are on their way; later ones replace those shown when they are there. */
const useLoadedText = (language: ConsoleLanguage) => {
  const [text, setText] = useState<Text | null>(null)
  const [isFailed, setFailed] = useState(false)
  const shown = useLatest(text)
  useEffect(() => {
    let isCurrent = true
    // Before a failure needs them: then the server may be gone.
    const callOff = whenIdle(() => void loadSentences())
    loadTexts(language).then(
      (texts) => {
        if (!isCurrent) return
        document.documentElement.lang = language
        document.documentElement.dir = directionOf(language)
        setText(() => makeText(language, texts))
      },
      () => {
        if (!isCurrent) return
        if (shown.current !== null) showToast({ kind: "failed", text: shown.current("error.offline") })
        setFailed(true)
      }
    )
    return () => {
      isCurrent = false
      callOff()
    }
  }, [language])
  return { text, isFailed }
}

/** The only words that are not among the texts. */
const WithoutTexts = () => (
  <main className={styles["state"]} lang="en">
    <p role="alert" className={styles["title"]}>
      The texts of the console could not be loaded.
    </p>
    <Button onPress={() => window.location.reload()}>Try again</Button>
  </main>
)
